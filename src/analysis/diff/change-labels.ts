import type { Risk } from "../../policy/call.ts";
import { certain } from "../automaton/certain.ts";
import { always, type Formula, never } from "../automaton/decision-diagram.ts";
import { type Conjunction, unconditional } from "../decision-space/conjunction.ts";
import type { EntryEffect } from "../decision-space/entry.ts";
import { type EffectChange, effectChanges } from "../decision-space/risk-effect.ts";
import type { ConditionFormulas } from "./condition-formulas.ts";

/** What is known of how the two sides decide. */
export interface Sides {
  readonly base?: EntryEffect;
  readonly head?: EntryEffect;
}

/** Arguments for which a read changes, and for which a call of another risk does. */
export interface RiskRegions {
  readonly read: Formula;
  readonly other: Formula;
}

/**
 * Labels for actions: for which arguments calls are at stake, and how both sides decide these. `never` where no arguments
 * are at stake.
 */
export class ChangeLabels {
  readonly #conditions: ConditionFormulas;
  readonly #leaves = new Map<string, Formula>();
  readonly #sides = new Map<Formula, Sides>();
  readonly #replaced = new Map<string, Map<Formula, Formula>>();

  constructor(conditions: ConditionFormulas) {
    this.#conditions = conditions;
  }

  /** At stake, and decided by neither side, where the formula is true. */
  open(stake: Formula): Formula {
    return this.#conditions.formulas.choose(stake, this.#leaf({}), never);
  }

  /** The label after a rule that decides, on the given sides, what none before it has. */
  decided(label: Formula, conditions: Conjunction, sides: Sides): Formula {
    const { formulas } = this.#conditions;
    const decided = this.#mapped(label, `${sides.base} ${sides.head}`, (known) => {
      const both = { ...sides, ...known };
      return changes(both)?.length === 0 ? never : this.#leaf(both);
    });
    return conditions === unconditional
      ? decided
      : formulas.choose(this.#conditions.of(conditions), decided, label);
  }

  /** For which arguments calls change between two effects. */
  region(label: Formula, { from, to }: Pick<EffectChange, "from" | "to">): RiskRegions {
    const at = (risk: Risk): Formula =>
      this.#mapped(label, `${from} to ${to} at ${risk}`, (sides) => {
        const change = changes(sides)?.find((one) => one.from === from && one.to === to);
        return change?.risks.includes(risk) === true ? always : never;
      });
    return { read: at("read"), other: at("write") };
  }

  #leaf(sides: Sides): Formula {
    const key = `${sides.base} ${sides.head}`;
    const leaf = this.#leaves.get(key) ?? this.#conditions.formulas.leaf();
    this.#leaves.set(key, leaf);
    this.#sides.set(leaf, sides);
    return leaf;
  }

  #mapped(label: Formula, rule: string, replacement: (sides: Sides) => Formula): Formula {
    const done = this.#replaced.get(rule) ?? new Map<Formula, Formula>([[never, never]]);
    this.#replaced.set(rule, done);
    return this.#conditions.formulas.mapped(
      label,
      (leaf) => replacement(certain(this.#sides.get(leaf))),
      done,
    );
  }
}

/** How calls change that both sides have decided; undefined where one has not. */
function changes({ base, head }: Sides): readonly EffectChange[] | undefined {
  return base === undefined || head === undefined ? undefined : effectChanges(base, head);
}
