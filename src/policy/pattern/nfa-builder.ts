import type { CharacterSet } from "./character-set.ts";
import { Irregular } from "./irregular.ts";
import type { Assertion, Edge, Nfa, Unit } from "./nfa.ts";

/** How many states may still be made, shared by an automaton and the lookarounds in it. */
export interface StateAllowance {
  left: number;
  readonly limit: number;
}

/**
 * An automaton under construction. A part of an expression is built from a state on and ends in a state; only edges *out*
 * of the state where it begins are added, so that parts can begin at a common state.
 */
export class NfaBuilder {
  readonly #allowance: StateAllowance;
  readonly #edges: Edge[][] = [];

  constructor(allowance: StateAllowance) {
    this.#allowance = allowance;
  }

  /** A new state without edges. Throws `Irregular` at the limit. */
  state(): number {
    if (this.#allowance.left === 0) {
      throw new Irregular(`it needs more than ${this.#allowance.limit} states`);
    }
    this.#allowance.left -= 1;
    return this.#edges.push([]) - 1;
  }

  /** A new state, one character of the set behind `from`. */
  consume(from: number, set: CharacterSet): number {
    const to = this.state();
    this.#edges[from]?.push({ kind: "consume", set, to });
    return to;
  }

  /** A new state, behind `from` where the assertion holds. */
  assert(from: number, assertion: Assertion): number {
    const to = this.state();
    this.#edges[from]?.push({ kind: "assert", assertion, to });
    return to;
  }

  /** Lets `from` go on at `to` without consuming anything. */
  link(from: number, to: number): void {
    this.#edges[from]?.push({ kind: "empty", to });
  }

  /** A new state that can be reached from each of `ends`. */
  join(ends: readonly number[]): number {
    const to = this.state();
    for (const end of ends) {
      this.link(end, to);
    }
    return to;
  }

  /** The finished automaton, of which `accept` is the last state. */
  finish(unit: Unit, start: number, accept: number): Nfa {
    return { unit, start, accept, edges: this.#edges };
  }
}
