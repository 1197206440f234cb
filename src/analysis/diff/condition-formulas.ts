import { certain } from "../automaton/certain.ts";
import { always, DecisionDiagrams, type Formula, never } from "../automaton/decision-diagram.ts";
import type { Meter } from "../automaton/meter.ts";
import type { AtomNames } from "../decision-space/atom-names.ts";
import type { Conjunction } from "../decision-space/conjunction.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import { atomOf, isPositive } from "../decision-space/literal.ts";
import { type AtomVariable, careSet } from "./care-set.ts";

const mostNodes = 50_000;

/**
 * Formulas over the atoms of some conditions, and a text for each set of arguments that such a formula describes. The
 * variables are the atoms' names in alphabetical order, so that texts can be compared between spaces. Throws `TooManyNodes`
 * or the meter's `BudgetSpent`.
 */
export class ConditionFormulas {
  readonly formulas = new DecisionDiagrams(mostNodes);
  readonly #space: DecisionSpace;
  readonly #names: readonly string[];
  readonly #variableOf: ReadonlyMap<number, number>;
  readonly #meter: Meter;
  readonly #texts = new Map<Formula, string>();

  constructor(
    space: DecisionSpace,
    atomNames: AtomNames,
    scope: { readonly conjunctions: Iterable<Conjunction>; readonly meter: Meter },
  ) {
    const atoms = new Set(
      [...scope.conjunctions].flatMap((one) => space.conjunctions.literals(one)).map(atomOf),
    );
    const named = [...atoms].map((atom) => [atom, atomNames.ofAtom(atom)] as const);
    this.#space = space;
    this.#meter = scope.meter;
    this.#names = [...new Set(named.map(([, name]) => name))].sort();
    this.#variableOf = new Map(named.map(([atom, name]) => [atom, this.#names.indexOf(name)]));
  }

  /** The formula of a conjunction. */
  of(conjunction: Conjunction): Formula {
    return this.#space.conjunctions.literals(conjunction).reduce((sum, one) => {
      const atom = this.formulas.variable(certain(this.#variableOf.get(atomOf(one))));
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
    const care = careSet(
      { space: this.#space, formulas: this.formulas, meter: this.#meter },
      this.#atomsOf(support),
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

  #atomsOf(support: readonly number[]): readonly AtomVariable[] {
    const atoms = new Map([...this.#variableOf].map(([atom, variable]) => [variable, atom]));
    return support.map((variable) => ({ atom: certain(atoms.get(variable)), variable }));
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
