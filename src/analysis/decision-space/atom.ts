import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { Layer } from "../../policy/rule.ts";

/**
 * A test that a call passes or fails.
 *
 * - `argument`: the value at a path of the arguments matches a pattern.
 * - `path`: the call's path as a layer sees it matches a pattern that no automaton stands for.
 */
export type Atom =
  | { readonly kind: "argument"; readonly arg: string; readonly pattern: Pattern }
  | { readonly kind: "path"; readonly layer: Layer; readonly pattern: Pattern };

/** Numbers atoms, equal ones alike. */
export class AtomTable {
  readonly #atoms: Atom[] = [];
  readonly #numbers = new Map<string, number>();

  /** All atoms, by number. */
  get atoms(): readonly Atom[] {
    return this.#atoms;
  }

  number(atom: Atom): number {
    const scope = atom.kind === "argument" ? atom.arg : atom.layer;
    const key = `${atom.kind} ${scope} ${atom.pattern.kind} ${atom.pattern.text}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = this.#atoms.push(atom) - 1;
    this.#numbers.set(key, made);
    return made;
  }
}
