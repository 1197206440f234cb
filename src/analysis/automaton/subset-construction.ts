import { certain } from "./certain.ts";
import type { Dfa } from "./dfa.ts";
import type { FlatNfa, Guard } from "./flat-nfa.ts";
import { holdsBetween, type Neighbour } from "./neighbour.ts";
import { type Construction, explored, type TableLimit } from "./state-table.ts";

/** Where the automaton may be, and what it has just read; or "matched": whatever follows. */
type Reading = { readonly before: Neighbour; readonly kernel: readonly number[] } | "matched";

/**
 * The automaton of the texts in which the expression is found, for an expression without lookarounds. A state is a set of
 * states before the steps without a character: these are taken when the next character is known, which makes `^ $ \b \B`
 * exact. `sticky`: found at the start only. Throws `TooManyStates` past `limit`.
 */
export function subsetConstruction(nfa: FlatNfa, sticky: boolean, limit: TableLimit): Dfa {
  return explored(new SubsetConstruction(nfa, sticky), limit);
}

class SubsetConstruction implements Construction<Reading> {
  readonly classes: FlatNfa["classes"];
  readonly start: Reading;
  readonly #nfa: FlatNfa;
  readonly #sticky: boolean;
  readonly #closures = new Map<string, readonly number[] | "matched">();

  constructor(nfa: FlatNfa, sticky: boolean) {
    this.#nfa = nfa;
    this.#sticky = sticky;
    this.classes = nfa.classes;
    this.start = { before: nfa.sight.before ? "outside" : "other", kernel: [nfa.start] };
  }

  key(state: Reading): string {
    return state === "matched" ? state : `${state.before} ${state.kernel.join()}`;
  }

  accepts(state: Reading): boolean {
    return this.#closure(state, "outside") === "matched";
  }

  next(state: Reading, symbol: number): Reading {
    const neighbour = certain(this.#nfa.neighbours[symbol]);
    const closure = this.#closure(state, this.#nfa.sight.after ? neighbour : "other");
    if (closure === "matched") {
      return "matched";
    }
    const moves = certain(this.#nfa.moves[symbol]);
    const kernel = new Set(closure.flatMap((from) => certain(moves[from])));
    if (!this.#sticky) {
      kernel.add(this.#nfa.start);
    }
    return {
      before: this.#nfa.sight.before ? neighbour : "other",
      kernel: [...kernel].sort((one, other) => one - other),
    };
  }

  #closure(state: Reading, after: Neighbour): readonly number[] | "matched" {
    if (state === "matched") {
      return state;
    }
    const key = `${this.key(state)} ${after}`;
    const closure = this.#closures.get(key) ?? this.#closed(state, after);
    this.#closures.set(key, closure);
    return closure;
  }

  #closed(state: Exclude<Reading, "matched">, after: Neighbour): readonly number[] | "matched" {
    const reached = new Set(state.kernel);
    for (const from of reached) {
      if (from === this.#nfa.accept) {
        return "matched";
      }
      for (const { guard, to } of certain(this.#nfa.free[from])) {
        if (passes(guard, state.before, after)) {
          reached.add(to);
        }
      }
    }
    return [...reached];
  }
}

function passes(guard: Guard, before: Neighbour, after: Neighbour): boolean {
  return guard.kind !== "local" || holdsBetween(guard.assertion, before, after);
}
