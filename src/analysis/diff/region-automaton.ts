import { type Formula, never } from "../automaton/decision-diagram.ts";
import { type Instance, isUniversalInstance } from "../automaton/instance.ts";
import type { InstanceRelations } from "../automaton/instance-relations.ts";
import { type LabelledAutomaton, overlaid, uniform } from "../automaton/labelled-automaton.ts";
import { minimalAutomaton } from "../automaton/minimal-automaton.ts";
import type { TableLimit } from "../automaton/state-table.ts";
import type { ConnectorSpace, DecisionSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { AlignedLists } from "./candidate-pairs.ts";
import type { ChangeLabels } from "./change-labels.ts";
import type { ConditionFormulas } from "./condition-formulas.ts";
import { type DecidingStep, decidingSteps } from "./deciding-steps.ts";
import type { DecisionClass } from "./decision-class.ts";

/** A connector's calls, and the classes of them that change or may change: all there are. */
export interface RegionScope {
  readonly space: ConnectorSpace;
  readonly lists: AlignedLists;
  readonly classes: readonly DecisionClass[];
}

/** What it takes to describe a region. */
export interface RegionWork {
  readonly space: DecisionSpace;
  readonly conditions: ConditionFormulas;
  readonly labels: ChangeLabels;
  readonly limit: TableLimit;
}

/**
 * Says of each action for which arguments both sides decide calls of it differently, and how: the labels are those of
 * `labels`. Built from the first rule to the last; where no class has calls, nothing is looked at. Throws `TooManyStates`,
 * `TooManyNodes` or `BudgetSpent`.
 */
export function regionAutomaton(scope: RegionScope, work: RegionWork): LabelledAutomaton {
  const { labels, limit } = work;
  let automaton = minimalAutomaton(atStake(scope, work));
  let least = automaton.rows.length;
  for (const { actions, conditions, sides } of relevantSteps(scope, work.space)) {
    const inside = (label: Formula): Formula => labels.decided(label, conditions, sides);
    automaton = overlaid(automaton, actions, { inside, outside }, limit);
    if (automaton.rows.length > 2 * least + 40) {
      automaton = minimalAutomaton(automaton);
      least = automaton.rows.length;
    }
  }
  return automaton;
}

function outside(label: Formula): Formula {
  return label;
}

/** Says of each possible action for which arguments calls of it may be in one of the classes. */
function atStake(scope: RegionScope, work: RegionWork): LabelledAutomaton {
  const { conditions, labels, limit, space } = work;
  const { formulas } = conditions;
  const stakes = new Map<Instance, Formula>();
  for (const { base, head } of scope.classes) {
    const { actions } = narrower(base, head, space.relations);
    const stake = formulas.and(conditions.of(base.conditions), conditions.of(head.conditions));
    stakes.set(actions, formulas.or(stakes.get(actions) ?? never, stake));
  }
  let automaton = uniform(never);
  // Where all actions are at stake there is nothing to add to, so these come first.
  const all = [...stakes].sort(([one], [other]) => breadth(other) - breadth(one));
  for (const [actions, stake] of all) {
    const inside = (label: Formula): Formula => formulas.or(label, stake);
    automaton = overlaid(automaton, actions, { inside, outside }, limit);
  }
  const open = { inside: (label: Formula) => labels.open(label), outside: () => never };
  return overlaid(automaton, scope.space.possible, open, limit);
}

function breadth(actions: Instance): number {
  return isUniversalInstance(actions) ? 1 : 0;
}

/** The entry with fewer actions, as far as that is known. */
function narrower(base: Entry, head: Entry, relations: InstanceRelations): Entry {
  return relations.included(base.actions, head.actions) ? base : head;
}

/** The steps of the entries that may decide a call that is at stake. */
function relevantSteps(
  { classes, lists }: RegionScope,
  { relations, search }: DecisionSpace,
): readonly DecidingStep[] {
  const relevant = new Set<string>();
  const all = [...lists.base, ...lists.head];
  for (const { base, head, passed } of classes) {
    const { actions } = narrower(base, head, relations);
    const holding = [base.conditions, head.conditions];
    const isWhole = [base, head].every((one) => relations.included(actions, one.actions));
    const others = isWhole
      ? passed
      : all.filter((one) => !relations.disjoint(actions, one.actions));
    for (const entry of [base, head, ...others]) {
      const key = keyOf(entry);
      const query = { holding: [...holding, entry.conditions], failing: [] };
      if (!relevant.has(key) && search.find(query).kind !== "none") {
        relevant.add(key);
      }
    }
  }
  return decidingSteps(lists).filter((step) => relevant.has(keyOf(step)));
}

function keyOf({ actions, conditions }: Pick<Entry, "actions" | "conditions">): string {
  return `${actions.id} ${conditions}`;
}
