import { certain } from "../automaton/certain.ts";
import type { DecisionDiagrams, Formula } from "../automaton/decision-diagram.ts";
import { always, never } from "../automaton/decision-diagram.ts";
import type { Meter } from "../automaton/meter.ts";
import { pathRelation } from "../decision-space/argument-path.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";

/** An atom and the variable that stands for it in formulas. */
export interface AtomVariable {
  readonly atom: number;
  readonly variable: number;
}

/** What it takes to build formulas over atoms. */
export interface FormulaWork {
  readonly space: DecisionSpace;
  readonly formulas: DecisionDiagrams;
  readonly meter: Meter;
}

interface PathVariables {
  readonly path: string;
  readonly variables: readonly AtomVariable[];
}

/**
 * The combinations of truth of the atoms that arguments can have, as a formula: values at one path and the length there are
 * looked at together, other paths apart, since they have nothing to do with each other but that nothing lies below a text
 * or a list.
 */
export function careSet(
  { space, formulas, meter }: FormulaWork,
  atoms: readonly AtomVariable[],
): Formula {
  const paths = byPath(space, atoms);
  const parts = clusters(paths).map((variables) => feasible({ space, formulas, meter }, variables));
  const exclusions = paths.flatMap((one, index) =>
    paths
      .slice(index + 1)
      .filter((other) => pathRelation(one.path, other.path) === "below")
      .map((other) => formulas.not(formulas.and(anyOf(formulas, one), anyOf(formulas, other)))),
  );
  return [...parts, ...exclusions].reduce((sum, part) => formulas.and(sum, part), always);
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

/** The combinations of one cluster that the theory does not rule out. */
function feasible(
  { space, formulas, meter }: FormulaWork,
  variables: readonly AtomVariable[],
): Formula {
  const below = (index: number, assignment: ReadonlyMap<number, boolean>): Formula => {
    meter.spend(1);
    if (space.theory.check(assignment).kind === "no") {
      return never;
    }
    const next = variables[index];
    if (next === undefined) {
      return always;
    }
    const [low, high] = [false, true].map((value) =>
      below(index + 1, new Map([...assignment, [next.atom, value]])),
    );
    return formulas.node(next.variable, certain(low), certain(high));
  };
  return below(0, new Map());
}
