import { canonicalAutomaton } from "../automaton/canonical-automaton.ts";
import { type Formula, never, TooManyNodes } from "../automaton/decision-diagram.ts";
import { TooManyStates } from "../automaton/dfa-limits.ts";
import { sha256 } from "../automaton/language-digest.ts";
import { BudgetSpent } from "../automaton/meter.ts";
import { AtomNames } from "../decision-space/atom-names.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import { ChangeLabels } from "./change-labels.ts";
import { classIdentity } from "./class-identity.ts";
import type { Comparison } from "./comparison.ts";
import { ConditionFormulas } from "./condition-formulas.ts";
import type { DecisionClass } from "./decision-class.ts";
import { independentRules } from "./independent-rules.ts";
import { lazy } from "./lazy.ts";
import { type RegionScope, regionAutomaton } from "./region-automaton.ts";

/** Gives the identity of a class's calls that change between two effects. */
export type IdentityOf = (one: DecisionClass, effects: EffectChange) => string;

/** By pair of effects, what the calls are that change so; undefined past the limits. */
type Regions = ReadonlyMap<string, string> | undefined;

/** With more of them the automaton would be past any limit, so it is not begun. */
const mostIndependentRules = 6;

/** Gives identities to what changes and to what is open. What connectors have in common is found out once. */
export class ConnectorIdentities {
  readonly #comparison: Comparison;
  readonly #names: AtomNames;
  readonly #known = new Map<string, Regions>();
  #work: { readonly conditions: ConditionFormulas; readonly labels: ChangeLabels } | undefined;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.#names = new AtomNames(comparison.space);
  }

  /**
   * Identities for the classes of one connector.
   *
   * All calls of the connector that change between the same two effects have one identity: it is made of exactly these calls,
   * whatever rules they are spread over. Where that takes more than the limits allow, and where the classes of the scope are
   * not all there are (`isWhole`), each class has an identity that is made of the rules that bound it; two classes with the
   * same identity are still the same calls. Nothing is worked out before an identity is asked for.
   */
  ofConnector(scope: RegionScope, isWhole: boolean): IdentityOf {
    const regions = lazy(() => (isWhole ? this.#regions(scope) : undefined));
    const { connector } = scope.space;
    return (one, effects) => {
      const pair = pairOf(effects);
      const calls = regions()?.get(pair);
      return calls === undefined
        ? this.ofClass(one, [effects])
        : sha256(JSON.stringify({ kind: "region", connector, pair, calls }));
    };
  }

  /** The identity of a class, made of the rules that bound it. */
  ofClass(one: DecisionClass, effects: readonly EffectChange[]): string {
    return classIdentity(this.#comparison.space, this.#names, one, effects);
  }

  #regions(scope: RegionScope): Regions {
    const { space, lists } = scope;
    const key = JSON.stringify([
      space.possible.id,
      ...[lists.base, lists.head].map((list) => list.map(keyOf)),
    ]);
    if (!this.#known.has(key)) {
      this.#known.set(
        key,
        withinLimits(() => this.#described(scope)),
      );
    }
    return this.#known.get(key);
  }

  #described(scope: RegionScope): Regions {
    if (independentRules(scope) > mostIndependentRules) {
      return undefined;
    }
    const { space, budget } = this.#comparison;
    const { conditions, labels } = this.#shared();
    const limit = {
      states: budget.identityStates,
      meter: space.limits.meter.part(budget.identitySteps),
    };
    const work = { space, conditions, labels, limit };
    const region = regionAutomaton(scope, work);
    const { sets } = scope.space.possible.acceptor.alphabet;
    const pairs = scope.classes.flatMap((one) =>
      one.effects.map((effects) => [pairOf(effects), effects] as const),
    );
    return new Map(
      [...new Map(pairs)].map(([pair, effects]) => {
        const textOf = (label: Formula): string => this.#textOf(label, effects);
        return [pair, sha256(canonicalAutomaton(region, sets, textOf))];
      }),
    );
  }

  /** For which arguments calls with the label change so; empty when no call of the region can be made. */
  #textOf(label: Formula, effects: EffectChange): string {
    const { conditions, labels } = this.#shared();
    const { read, other } = labels.region(label, effects);
    const texts = [read, other].map((formula) => conditions.text(formula));
    return texts.every((text) => text === conditions.text(never)) ? "" : texts.join(" ");
  }

  #shared(): { readonly conditions: ConditionFormulas; readonly labels: ChangeLabels } {
    if (this.#work === undefined) {
      const conditions = new ConditionFormulas(this.#comparison.space, this.#names);
      this.#work = { conditions, labels: new ChangeLabels(conditions) };
    }
    return this.#work;
  }
}

function keyOf({ actions, conditions, effect }: Entry): string {
  return `${actions.id} ${conditions} ${effect}`;
}

function pairOf({ from, to }: EffectChange): string {
  return `${from} ${to}`;
}

/** What a computation gives, undefined past its limits. */
function withinLimits<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (
      error instanceof TooManyStates ||
      error instanceof TooManyNodes ||
      error instanceof BudgetSpent
    ) {
      return undefined;
    }
    throw error;
  }
}
