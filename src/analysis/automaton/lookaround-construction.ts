import { certain } from "./certain.ts";
import { always, DecisionDiagrams, type Formula, never } from "./decision-diagram.ts";
import type { Dfa } from "./dfa.ts";
import type { DfaLimits } from "./dfa-limits.ts";
import type { FlatNfa, Guard, Look } from "./flat-nfa.ts";
import { holdsBetween, type Neighbour } from "./neighbour.ts";
import { type Construction, explored } from "./state-table.ts";

/** For the states of a lookbehind's body: what the rest of the text must be for a stretch to end there. */
type Stretches = ReadonlyMap<number, Formula>;

interface Reading {
  readonly before: Neighbour;
  /** What the rest of the text must be: a formula over "the rest is matched from state q". */
  readonly found: Formula;
  /** By lookbehind. */
  readonly behind: ReadonlyMap<Look, Stretches>;
}

/**
 * The automaton of the texts in which the expression is found, for any expression with lookarounds, however nested. A
 * state holds formulas over the variables "the rest of the text is matched from state q"; reading a character replaces
 * each variable by its derivative. Formulas are canonical, so there are finitely many states. Throws `TooManyStates` or
 * `TooManyNodes` past the limits.
 */
export function lookaroundConstruction(nfa: FlatNfa, sticky: boolean, limits: DfaLimits): Dfa {
  return explored(new LookaroundConstruction(nfa, sticky, limits.formulas), limits);
}

class LookaroundConstruction implements Construction<Reading> {
  readonly classes: FlatNfa["classes"];
  readonly start: Reading;
  readonly #nfa: FlatNfa;
  readonly #sticky: boolean;
  readonly #formulas: DecisionDiagrams;
  readonly #matched: ReadonlySet<number>;

  constructor(nfa: FlatNfa, sticky: boolean, limit: number) {
    this.#nfa = nfa;
    this.#sticky = sticky;
    this.#formulas = new DecisionDiagrams(limit);
    this.classes = nfa.classes;
    const [ahead, behind] = (["ahead", "behind"] as const).map((direction) =>
      nfa.looks.filter((look) => look.direction === direction),
    );
    this.#matched = new Set([nfa.accept, ...certain(ahead).map((look) => look.accept)]);
    this.start = {
      before: "outside",
      found: this.#formulas.variable(nfa.start),
      behind: new Map(certain(behind).map((look) => [look, new Map([[look.start, always]])])),
    };
  }

  key(state: Reading): string {
    const stretches = [...state.behind.values()].map((formulas) =>
      [...formulas].sort(([one], [other]) => one - other).join(),
    );
    return `${state.before} ${state.found} ${stretches.join(" ")}`;
  }

  accepts(state: Reading): boolean {
    return (
      new Derivative(this.#nfa, this.#formulas, this.#matched, state, undefined).found() === always
    );
  }

  next(state: Reading, symbol: number): Reading {
    const derivative = new Derivative(this.#nfa, this.#formulas, this.#matched, state, symbol);
    const found = derivative.found();
    const { start, sight, neighbours } = this.#nfa;
    if (found === always) {
      return { before: "other", found, behind: new Map() };
    }
    return {
      before: sight.before ? certain(neighbours[symbol]) : "other",
      found: this.#sticky ? found : this.#formulas.or(found, this.#formulas.variable(start)),
      behind: new Map([...state.behind.keys()].map((look) => [look, derivative.after(look)])),
    };
  }
}

/** Everything in one state with respect to one character, or to the end of the text. */
class Derivative {
  readonly #nfa: FlatNfa;
  readonly #formulas: DecisionDiagrams;
  readonly #matched: ReadonlySet<number>;
  readonly #state: Reading;
  readonly #moves: readonly (readonly number[])[];
  readonly #after: Neighbour;
  readonly #ofVariable = new Map<number, Formula>();
  readonly #stretches = new Map<Look, Stretches>();

  constructor(
    nfa: FlatNfa,
    formulas: DecisionDiagrams,
    matched: ReadonlySet<number>,
    state: Reading,
    symbol: number | undefined,
  ) {
    this.#nfa = nfa;
    this.#formulas = formulas;
    this.#matched = matched;
    this.#state = state;
    this.#moves = symbol === undefined ? [] : certain(nfa.moves[symbol]);
    this.#after = symbol === undefined ? "outside" : certain(nfa.neighbours[symbol]);
  }

  found(): Formula {
    return this.#of(this.#state.found);
  }

  /** The stretches of a lookbehind after the character; one more begins there. */
  after(look: Look): Stretches {
    const next = new Map<number, Formula>();
    for (const [state, formula] of this.#reached(look)) {
      for (const to of certain(this.#moves[state])) {
        next.set(to, this.#formulas.or(next.get(to) ?? never, formula));
      }
    }
    return next.set(look.start, always);
  }

  #of(formula: Formula): Formula {
    return this.#formulas.substitute(formula, (variable) => this.#derived(variable));
  }

  #derived(variable: number): Formula {
    const known = this.#ofVariable.get(variable);
    if (known !== undefined) {
      return known;
    }
    let result: Formula = never;
    for (const [state, formula] of this.#closed(new Map([[variable, always]]))) {
      const rest = this.#matched.has(state) ? always : this.#consumed(state);
      result = this.#formulas.or(result, this.#formulas.and(formula, rest));
    }
    this.#ofVariable.set(variable, result);
    return result;
  }

  #consumed(state: number): Formula {
    return (this.#moves[state] ?? []).reduce(
      (sum, to) => this.#formulas.or(sum, this.#formulas.variable(to)),
      never,
    );
  }

  #reached(look: Look): Stretches {
    const known = this.#stretches.get(look);
    if (known !== undefined) {
      return known;
    }
    const here = new Map<number, Formula>();
    for (const [state, formula] of certain(this.#state.behind.get(look))) {
      here.set(state, this.#of(formula));
    }
    const reached = this.#closed(here);
    this.#stretches.set(look, reached);
    return reached;
  }

  /** Follows steps without a character to the least fixed point. */
  #closed(from: Stretches): Stretches {
    const reached = new Map(from);
    const work = [...from.keys()];
    for (let state = work.pop(); state !== undefined; state = work.pop()) {
      const formula = certain(reached.get(state));
      for (const { guard, to } of certain(this.#nfa.free[state])) {
        const known = reached.get(to) ?? never;
        const grown = this.#formulas.or(known, this.#formulas.and(formula, this.#passes(guard)));
        if (grown !== known) {
          reached.set(to, grown);
          work.push(to);
        }
      }
    }
    return reached;
  }

  #passes(guard: Guard): Formula {
    if (guard.kind === "none") {
      return always;
    }
    if (guard.kind === "local") {
      return holdsBetween(guard.assertion, this.#state.before, this.#after) ? always : never;
    }
    const { look } = guard;
    const holds =
      look.direction === "ahead"
        ? this.#derived(look.start)
        : (this.#reached(look).get(look.accept) ?? never);
    return look.negate ? this.#formulas.not(holds) : holds;
  }
}
