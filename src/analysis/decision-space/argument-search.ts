import type { ArgumentTheory, Assignment, Satisfiability } from "./argument-theory.ts";
import { type Conjunction, type ConjunctionTable, unconditional } from "./conjunction.ts";
import { atomOf, isPositive, type Literal } from "./literal.ts";
import type { SpaceLimits } from "./space-limits.ts";

/** Arguments that make all of `holding` true and none of `failing`. */
export interface ArgumentQuery {
  readonly holding: readonly Conjunction[];
  readonly failing: readonly Conjunction[];
}

/** An assignment that every arguments of it answer the query, that there is none, or why neither is known. */
export type ArgumentAnswer =
  | { readonly kind: "assignment"; readonly assignment: Assignment }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly because: string; readonly assignment: Assignment };

/** Searches assignments of truth to atoms (DPLL) that the argument theory allows. Answers are remembered. */
export class ArgumentSearch {
  readonly #theory: ArgumentTheory;
  readonly #conjunctions: ConjunctionTable;
  readonly #limits: SpaceLimits;
  readonly #answers = new Map<string, ArgumentAnswer>();

  constructor(theory: ArgumentTheory, conjunctions: ConjunctionTable, limits: SpaceLimits) {
    this.#theory = theory;
    this.#conjunctions = conjunctions;
    this.#limits = limits;
  }

  find(query: ArgumentQuery): ArgumentAnswer {
    const holding = conditional(query.holding);
    const failing = sorted(query.failing);
    const key = `${holding.join()} ${failing.join()}`;
    const known = this.#answers.get(key) ?? this.#find({ holding, failing });
    this.#answers.set(key, known);
    return known;
  }

  /** Whether `conjunction` holds for all arguments for which `holding` do. */
  isImplied(holding: readonly Conjunction[], conjunction: Conjunction): boolean {
    return this.find({ holding, failing: [conjunction] }).kind === "none";
  }

  #find({ holding, failing }: ArgumentQuery): ArgumentAnswer {
    const literals = holding.flatMap((one) => this.#conjunctions.literals(one));
    const all = this.#conjunctions.number(literals);
    if (all === undefined) {
      return { kind: "none" };
    }
    const start = assigned(new Map(), literals);
    const clauses = failing.map((one) => this.#conjunctions.literals(one));
    return new Branching(this.#theory, clauses, this.#limits).run(start);
  }
}

/** One search: each clause is a list of literals of which at least one must be false. */
class Branching {
  readonly #theory: ArgumentTheory;
  readonly #clauses: readonly (readonly Literal[])[];
  readonly #limits: SpaceLimits;
  #tried = 0;
  #unknown: ArgumentAnswer | undefined;

  constructor(
    theory: ArgumentTheory,
    clauses: readonly (readonly Literal[])[],
    limits: SpaceLimits,
  ) {
    this.#theory = theory;
    this.#clauses = clauses;
    this.#limits = limits;
  }

  run(start: Assignment): ArgumentAnswer {
    return this.#straight(start) ?? this.#branch(start) ?? this.#unknown ?? { kind: "none" };
  }

  /**
   * What the search comes to if it never has to go back, looked at once, at the end: if that is possible, so is each step on
   * the way. It mostly is.
   */
  #straight(start: Assignment): ArgumentAnswer | undefined {
    const assignment = new Map(start);
    for (
      let free = this.#narrowestClause(assignment);
      free !== undefined;
      free = this.#narrowestClause(assignment)
    ) {
      const [first] = free;
      if (first === undefined) {
        return undefined;
      }
      assignment.set(atomOf(first), !isPositive(first));
    }
    this.#limits.meter.spend(20 * (1 + this.#clauses.length));
    return this.#theory.check(assignment).kind === "yes"
      ? { kind: "assignment", assignment }
      : undefined;
  }

  /** An answer below the assignment, or undefined when there is none or none that is known. */
  #branch(assignment: Assignment): ArgumentAnswer | undefined {
    this.#tried += 1;
    this.#limits.meter.spend(20 * (1 + this.#clauses.length));
    if (this.#tried > this.#limits.assignments) {
      const because = `more than ${this.#limits.assignments} combinations of conditions`;
      this.#unknown ??= { kind: "unknown", because, assignment };
      return undefined;
    }
    const satisfiability = this.#theory.check(assignment);
    if (satisfiability.kind === "no") {
      return undefined;
    }
    const free = this.#narrowestClause(assignment);
    return free === undefined
      ? this.#answer(assignment, satisfiability)
      : this.#falsify(assignment, free);
  }

  #answer(assignment: Assignment, satisfiability: Satisfiability): ArgumentAnswer | undefined {
    if (satisfiability.kind === "unknown") {
      this.#unknown ??= { ...satisfiability, assignment };
      return undefined;
    }
    return { kind: "assignment", assignment };
  }

  /** One literal is the first that is false; those before it are true. */
  #falsify(assignment: Assignment, free: readonly Literal[]): ArgumentAnswer | undefined {
    for (const [index, one] of free.entries()) {
      const next = assigned(assignment, free.slice(0, index));
      next.set(atomOf(one), !isPositive(one));
      const answer = this.#branch(next);
      if (answer !== undefined || this.#tried > this.#limits.assignments) {
        return answer;
      }
    }
    return undefined;
  }

  /**
   * Of the clauses that have no false literal yet, the free literals of the one that has fewest; undefined when there
   * is no such clause. Literals whose falsity is an absent argument come first.
   */
  #narrowestClause(assignment: Assignment): readonly Literal[] | undefined {
    let narrowest: readonly Literal[] | undefined;
    for (const clause of this.#clauses) {
      if (clause.some((one) => assignment.get(atomOf(one)) === !isPositive(one))) {
        continue;
      }
      const free = clause.filter((one) => !assignment.has(atomOf(one)));
      if (narrowest === undefined || free.length < narrowest.length) {
        narrowest = free;
      }
    }
    return narrowest === undefined
      ? undefined
      : [...narrowest.filter(isPositive), ...narrowest.filter((one) => !isPositive(one))];
  }
}

function assigned(assignment: Assignment, literals: readonly Literal[]): Map<number, boolean> {
  const next = new Map(assignment);
  for (const one of literals) {
    next.set(atomOf(one), isPositive(one));
  }
  return next;
}

/** Ascending, without repetition and without what always holds. */
function conditional(conjunctions: readonly Conjunction[]): readonly Conjunction[] {
  const all = conjunctions.filter((one) => one !== unconditional);
  return all.length < 2 ? all : [...new Set(all)].sort((one, other) => one - other);
}

/** Ascending, without repetition. */
function sorted(conjunctions: readonly Conjunction[]): readonly Conjunction[] {
  return conjunctions.length < 2
    ? conjunctions
    : [...new Set(conjunctions)].sort((one, other) => one - other);
}
