import { certain } from "../automaton/certain.ts";
import { always, DecisionDiagrams, type Formula, never } from "../automaton/decision-diagram.ts";
import type { AtomNames } from "../decision-space/atom-names.ts";
import type { Conjunction } from "../decision-space/conjunction.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import { atomOf, isPositive } from "../decision-space/literal.ts";
import { CareSets } from "./care-set.ts";

const mostNodes = 200_000;

/**
 * Formulas over the atoms of a space, and a text for each set of arguments that such a formula describes. The variables are
 * the atoms' names in alphabetical order, so that texts can be compared between spaces. Throws `TooManyNodes` or
 * `BudgetSpent`.
 */
export class ConditionFormulas {
  readonly formulas = new DecisionDiagrams(mostNodes);
  readonly #space: DecisionSpace;
  readonly #cares: CareSets;
  readonly #names: readonly string[];
  readonly #variableOf: readonly number[];
  readonly #atomOf: readonly number[];
  readonly #known = new Map<Conjunction, Formula>();
  readonly #texts = new Map<Formula, string>();

  constructor(space: DecisionSpace, atomNames: AtomNames) {
    const named = space.atoms.map((_, atom) => atomNames.ofAtom(atom));
    const numbers = new Map([...new Set(named)].sort().map((name, variable) => [name, variable]));
    this.#space = space;
    this.#cares = new CareSets(space, this.formulas);
    this.#names = [...numbers.keys()];
    this.#variableOf = named.map((name) => certain(numbers.get(name)));
    this.#atomOf = this.#names.map((name) => named.indexOf(name));
  }

  /** The formula of a conjunction. */
  of(conjunction: Conjunction): Formula {
    const known = this.#known.get(conjunction) ?? this.#formula(conjunction);
    this.#known.set(conjunction, known);
    return known;
  }

  #formula(conjunction: Conjunction): Formula {
    return this.#space.conjunctions.literals(conjunction).reduce((sum, one) => {
      const atom = this.formulas.variable(certain(this.#variableOf[atomOf(one)]));
      return this.formulas.and(sum, isPositive(one) ? atom : this.formulas.not(atom));
    }, always);
  }

  /**
   * A text that says for which arguments the formula is true; the same text for formulas over the same atoms that no
   * arguments tell apart. Atoms on which nothing depends, given what arguments can be, are left out.
   */
  text(formula: Formula): string {
    const known = this.#texts.get(formula) ?? this.#written(this.#normal(formula));
    this.#texts.set(formula, known);
    return known;
  }

  /** The formula where arguments can be, over as few variables as show the difference. */
  #normal(formula: Formula): Formula {
    const support = this.formulas.support(formula);
    const care = this.#cares.of(
      support.map((variable) => ({ atom: certain(this.#atomOf[variable]), variable })),
    );
    let inside = this.formulas.and(formula, care);
    let outside = this.formulas.and(this.formulas.not(formula), care);
    for (const variable of support) {
      const [wider, widerOutside] = [inside, outside].map((one) =>
        this.formulas.exists(variable, one),
      );
      if (this.formulas.and(certain(wider), certain(widerOutside)) === never) {
        inside = certain(wider);
        outside = certain(widerOutside);
      }
    }
    return inside;
  }

  /** The diagram's nodes, those asked first last; each as its atom's name and the numbers of what follows. */
  #written(formula: Formula): string {
    const numbers = new Map<Formula, number>([
      [never, 0],
      [always, 1],
    ]);
    const nodes: unknown[] = [];
    const write = (node: Formula): number => {
      const known = numbers.get(node);
      if (known !== undefined) {
        return known;
      }
      const branches = [false, true].map((value) => write(this.formulas.branch(node, value)));
      nodes.push([this.#names[this.formulas.variableOf(node)], ...branches]);
      numbers.set(node, nodes.length + 1);
      return nodes.length + 1;
    };
    const root = write(formula);
    return JSON.stringify([root, nodes]);
  }
}
