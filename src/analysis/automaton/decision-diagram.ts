import { certain } from "./certain.ts";

/**
 * A function of Boolean variables, as a node of a `DecisionDiagrams` table. Equal functions are equal numbers. Its values are
 * false and true, or other leaves of the table.
 */
export type Formula = number;

/** The function that is never true. */
export const never: Formula = 0;
/** The function that is always true. */
export const always: Formula = 1;

/** Thrown when a table has no room for another node. Whoever sets the limit catches it. */
export class TooManyNodes extends Error {
  constructor(limit: number) {
    super(`more than ${limit} decision diagram nodes`);
    this.name = "TooManyNodes";
  }
}

/**
 * Reduced ordered binary decision diagrams over variables 0, 1, 2, … in that order. Within one table a Boolean function is
 * one node, so equality is `===`. Throws `TooManyNodes` past `limit` nodes.
 */
export class DecisionDiagrams {
  readonly #limit: number;
  readonly #variables: number[] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #lows: Formula[] = [never, always];
  readonly #highs: Formula[] = [never, always];
  readonly #nodes = new Map<string, Formula>();
  readonly #results = new Map<string, Formula>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The variable that `formula` asks first; infinite for the two constants. */
  variableOf(formula: Formula): number {
    return certain(this.#variables[formula]);
  }

  /** What is left of `formula` when its first variable is `value`. */
  branch(formula: Formula, value: boolean): Formula {
    return certain(value ? this.#highs[formula] : this.#lows[formula]);
  }

  /** A new constant, different from all others. */
  leaf(): Formula {
    return this.#push(Number.POSITIVE_INFINITY, never, never);
  }

  /** The function that is true where the variable is. */
  variable(variable: number): Formula {
    return this.node(variable, never, always);
  }

  /** `variable ? high : low`, where both ask only later variables. */
  node(variable: number, low: Formula, high: Formula): Formula {
    if (low === high) {
      return low;
    }
    const key = `${variable},${low},${high}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = this.#push(variable, low, high);
    this.#nodes.set(key, made);
    return made;
  }

  #push(variable: number, low: Formula, high: Formula): Formula {
    const made = this.#variables.push(variable) - 1;
    if (made > this.#limit) {
      throw new TooManyNodes(this.#limit);
    }
    this.#lows.push(low);
    this.#highs.push(high);
    return made;
  }

  /** `condition ? one : other`, where the condition is false or true. */
  choose(condition: Formula, one: Formula, other: Formula): Formula {
    if (condition === always || one === other) {
      return one;
    }
    if (condition === never) {
      return other;
    }
    const key = `${condition},${one},${other}`;
    const known = this.#results.get(key);
    if (known !== undefined) {
      return known;
    }
    const first = Math.min(
      this.variableOf(condition),
      this.variableOf(one),
      this.variableOf(other),
    );
    const [low, high] = [false, true].map((value) =>
      this.choose(
        this.#given(condition, first, value),
        this.#given(one, first, value),
        this.#given(other, first, value),
      ),
    );
    const result = this.node(first, certain(low), certain(high));
    this.#results.set(key, result);
    return result;
  }

  #given(formula: Formula, variable: number, value: boolean): Formula {
    return this.variableOf(formula) === variable ? this.branch(formula, value) : formula;
  }

  and(one: Formula, other: Formula): Formula {
    return this.choose(one, other, never);
  }

  or(one: Formula, other: Formula): Formula {
    return this.choose(one, always, other);
  }

  not(formula: Formula): Formula {
    return this.choose(formula, never, always);
  }

  /** `formula` with each variable replaced by a function of it. */
  substitute(formula: Formula, replacement: (variable: number) => Formula): Formula {
    const done = new Map<Formula, Formula>([
      [never, never],
      [always, always],
    ]);
    const walk = (node: Formula): Formula => {
      const known = done.get(node);
      if (known !== undefined) {
        return known;
      }
      const result = this.choose(
        replacement(this.variableOf(node)),
        walk(this.branch(node, true)),
        walk(this.branch(node, false)),
      );
      done.set(node, result);
      return result;
    };
    return walk(formula);
  }

  /** `formula` with each of its values replaced; `done` holds what was replaced by the same rule before. */
  mapped(
    formula: Formula,
    replacement: (leaf: Formula) => Formula,
    done: Map<Formula, Formula>,
  ): Formula {
    const known = done.get(formula);
    if (known !== undefined) {
      return known;
    }
    const result =
      this.variableOf(formula) === Number.POSITIVE_INFINITY
        ? replacement(formula)
        : this.node(
            this.variableOf(formula),
            this.mapped(this.branch(formula, false), replacement, done),
            this.mapped(this.branch(formula, true), replacement, done),
          );
    done.set(formula, result);
    return result;
  }

  /** True where some value of `variable` makes `formula` true. */
  exists(variable: number, formula: Formula): Formula {
    const [withIt, withoutIt] = [always, never].map((value) =>
      this.substitute(formula, (other) => (other === variable ? value : this.variable(other))),
    );
    return this.or(certain(withIt), certain(withoutIt));
  }

  /** Variables on which `formula` depends, ascending. */
  support(formula: Formula): number[] {
    const seen = new Set<Formula>();
    const found = new Set<number>();
    const walk = (node: Formula): void => {
      if (node <= always || seen.has(node)) {
        return;
      }
      seen.add(node);
      found.add(this.variableOf(node));
      walk(this.branch(node, false));
      walk(this.branch(node, true));
    };
    walk(formula);
    return [...found].sort((one, other) => one - other);
  }
}
