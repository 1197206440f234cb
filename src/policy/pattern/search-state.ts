import type { AST } from "@eslint-community/regexpp";

/** How deep one attempt may nest: each step calls the next, and an engine's stack is small. */
const maxDepth = 200;

/** Thrown when a search may take no further step, and caught where it began. */
export class Exhausted extends Error {}

/** The stretch of the text that a group captured last. */
export type Capture = readonly [from: number, to: number];

/** Where one search stands in its text: what its groups captured, and what it may still spend. */
export class SearchState {
  readonly characters: Uint16Array | Uint32Array;
  readonly #captures = new Map<AST.CapturingGroup, Capture>();
  #left: number;
  #depth = 0;

  constructor(characters: Uint16Array | Uint32Array, steps: number) {
    this.characters = characters;
    this.#left = steps;
  }

  /** Counts a step of some length. Throws `Exhausted`. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Exhausted();
  }

  /** Takes a step that calls those behind it. Throws `Exhausted`. */
  nested(step: () => boolean): boolean {
    this.spend(1);
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Exhausted();
    const matches = step();
    this.#depth -= 1;
    return matches;
  }

  captured(group: AST.CapturingGroup): Capture | undefined {
    return this.#captures.get(group);
  }

  /** Tries the rest with a capture, and takes it back when the rest does not match. */
  capturing(group: AST.CapturingGroup, capture: Capture, rest: () => boolean): boolean {
    return this.restoring([group], () => {
      this.#captures.set(group, capture);
      return rest();
    });
  }

  /** Tries the rest with some groups forgotten, and remembers them when it does not match. */
  forgetting(groups: readonly AST.CapturingGroup[], rest: () => boolean): boolean {
    return this.restoring(groups, () => {
      for (const group of groups) this.#captures.delete(group);
      return rest();
    });
  }

  /** Tries something that may capture some groups, and gives them back what they held when it does not match. */
  restoring(groups: readonly AST.CapturingGroup[], attempt: () => boolean): boolean {
    const before = groups.map((group) => this.#captures.get(group));
    if (attempt()) return true;
    for (const [index, group] of groups.entries()) {
      const capture = before[index];
      if (capture === undefined) this.#captures.delete(group);
      else this.#captures.set(group, capture);
    }
    return false;
  }
}
