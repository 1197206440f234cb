import { certain } from "../automaton/certain.ts";
import type { DecisionDiagrams, Formula } from "../automaton/decision-diagram.ts";
import { always, never } from "../automaton/decision-diagram.ts";
import { pathRelation } from "../decision-space/argument-path.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";

/** An atom and the variable that stands for it in formulas. */
export interface AtomVariable {
  readonly atom: number;
  readonly variable: number;
}

interface PathVariables {
  readonly path: string;
  readonly variables: readonly AtomVariable[];
}

/** Steps for the combinations at one path. */
const mostSteps = 20_000;

/** Says which combinations of truth of atoms arguments can have. What was found out is remembered. */
export class CareSets {
  readonly #space: DecisionSpace;
  readonly #formulas: DecisionDiagrams;
  readonly #known = new Map<string, Formula>();

  constructor(space: DecisionSpace, formulas: DecisionDiagrams) {
    this.#space = space;
    this.#formulas = formulas;
  }

  /**
   * The combinations as a formula: values at one path and the length there are looked at together, other paths apart, since
   * they have nothing to do with each other but that nothing lies below a text or a list. Throws `BudgetSpent` where one path
   * has too many.
   */
  of(atoms: readonly AtomVariable[]): Formula {
    const formulas = this.#formulas;
    const paths = byPath(this.#space, atoms);
    const parts = clusters(paths).map((variables) => this.#cluster(variables));
    const exclusions = paths.flatMap((one, index) =>
      paths
        .slice(index + 1)
        .filter((other) => pathRelation(one.path, other.path) === "below")
        .map((other) => formulas.not(formulas.and(anyOf(formulas, one), anyOf(formulas, other)))),
    );
    return [...parts, ...exclusions].reduce((sum, part) => formulas.and(sum, part), always);
  }

  #cluster(variables: readonly AtomVariable[]): Formula {
    const key = variables.map(({ variable }) => variable).join();
    const known = this.#known.get(key) ?? this.#feasible(variables);
    this.#known.set(key, known);
    return known;
  }

  /** The combinations of one cluster that the theory does not rule out. */
  #feasible(variables: readonly AtomVariable[]): Formula {
    const meter = this.#space.limits.meter.part(mostSteps);
    const below = (index: number, assignment: ReadonlyMap<number, boolean>): Formula => {
      meter.spend(1);
      if (this.#space.theory.check(assignment).kind === "no") {
        return never;
      }
      const next = variables[index];
      if (next === undefined) {
        return always;
      }
      const [low, high] = [false, true].map((value) =>
        below(index + 1, new Map([...assignment, [next.atom, value]])),
      );
      return this.#formulas.node(next.variable, certain(low), certain(high));
    };
    return below(0, new Map());
  }
}

function byPath(space: DecisionSpace, atoms: readonly AtomVariable[]): readonly PathVariables[] {
  const paths = new Map<string, AtomVariable[]>();
  for (const one of atoms) {
    const atom = space.atoms[one.atom];
    if (atom?.kind === "argument") {
      const variables = paths.get(atom.arg) ?? [];
      variables.push(one);
      paths.set(atom.arg, variables);
    }
  }
  return [...paths].map(([path, variables]) => ({ path, variables }));
}

function anyOf(formulas: DecisionDiagrams, { variables }: PathVariables): Formula {
  return variables.reduce(
    (sum, { variable }) => formulas.or(sum, formulas.variable(variable)),
    never,
  );
}

/** Paths that are linked by being each other's length, together; variables ascending. */
function clusters(paths: readonly PathVariables[]): readonly (readonly AtomVariable[])[] {
  const sorted = [...paths].sort((one, other) => one.path.length - other.path.length);
  const found: PathVariables[][] = [];
  for (const path of sorted) {
    const linked = found.find((cluster) =>
      cluster.some((other) => pathRelation(path.path, other.path) === "length-of"),
    );
    if (linked === undefined) {
      found.push([path]);
    } else {
      linked.push(path);
    }
  }
  return found.map((cluster) =>
    cluster
      .flatMap(({ variables }) => variables)
      .sort((one, other) => one.variable - other.variable),
  );
}
