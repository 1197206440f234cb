import { canonicalMachine } from "../automaton/canonical-machine.ts";
import { never, TooManyNodes } from "../automaton/decision-diagram.ts";
import { TooManyStates } from "../automaton/dfa-limits.ts";
import { sha256 } from "../automaton/language-digest.ts";
import { BudgetSpent } from "../automaton/meter.ts";
import { stateTable } from "../automaton/state-table.ts";
import type { AtomNames } from "../decision-space/atom-names.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import { classIdentity } from "./class-identity.ts";
import type { Comparison } from "./comparison.ts";
import { ConditionFormulas } from "./condition-formulas.ts";
import type { DecisionClass } from "./decision-class.ts";
import { RegionMachine, type RegionScope, type RiskRegions } from "./region-machine.ts";

/** Gives the identity of a class's calls that change between two effects. */
export type IdentityOf = (one: DecisionClass, effects: EffectChange) => string;

/**
 * Identities for the classes of one connector.
 *
 * All calls of the connector that change between the same two effects have one identity: it is made of exactly these calls,
 * whatever rules they are spread over. Where that takes more than the limits allow, each class has an identity that is made
 * of the rules that bound it; two classes with the same identity are still the same calls.
 */
export function connectorIdentities(
  comparison: Comparison,
  names: AtomNames,
  connector: { readonly connector: string | null } & RegionScope,
): IdentityOf {
  const regions = regionIdentities(comparison, names, connector);
  return (one, effects) =>
    regions?.get(`${effects.from} ${effects.to}`) ??
    classIdentity(comparison.space, names, one, [effects]);
}

/** With more of them the machine would be past any limit, so it is not begun. */
const mostIndependentRules = 8;

/** The identity of each pair of effects; undefined past the limits. */
function regionIdentities(
  { space, budget }: Comparison,
  names: AtomNames,
  { connector, ...scope }: { readonly connector: string | null } & RegionScope,
): ReadonlyMap<string, string> | undefined {
  const meter = space.limits.meter.part(budget.identitySteps);
  try {
    const machine = new RegionMachine(scope, meter);
    if (machine.independentRules > mostIndependentRules) {
      return undefined;
    }
    const { states, transitions } = stateTable(machine, { states: budget.identityStates, meter });
    const conjunctions = [...scope.base, ...scope.head].map((entry) => entry.conditions);
    const formulas = new ConditionFormulas(space, names, { conjunctions, meter });
    const regions = states.map((place) => machine.regions(place, formulas));
    const pairs = new Set(regions.flatMap((one) => [...one.keys()]));
    const identities = [...pairs].map((pair) => {
      const labels = regions.map((one) => {
        const region = one.get(pair);
        return region === undefined ? "" : labelOf(region, formulas);
      });
      const { classes } = machine;
      const calls = canonicalMachine({
        stateCount: states.length,
        classes,
        transitions,
        start: 0,
        labels,
      });
      return [pair, sha256(JSON.stringify({ kind: "region", connector, pair, calls }))] as const;
    });
    return new Map(identities);
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

/** Empty when no call of the region can be made. */
function labelOf({ read, other }: RiskRegions, formulas: ConditionFormulas): string {
  const texts = [read, other].map((formula) => formulas.text(formula));
  return texts.every((text) => text === formulas.text(never)) ? "" : texts.join(" ");
}
