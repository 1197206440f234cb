import type { Instance } from "../automaton/instance.ts";
import type { Conjunction } from "../decision-space/conjunction.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { AlignedLists } from "./candidate-pairs.ts";
import type { Sides } from "./change-labels.ts";

/** An entry of one list, or one that both have: what it decides, on which sides. */
export interface DecidingStep {
  readonly actions: Instance;
  readonly conditions: Conjunction;
  readonly sides: Sides;
}

/**
 * The entries of both lists from the first to the last: each decides what none of the steps before it has, on its sides.
 * Entries with the same actions and conditions that come next on both sides are one step.
 */
export function decidingSteps({ base, head, alignment }: AlignedLists): readonly DecidingStep[] {
  const steps: DecidingStep[] = [];
  const add = ({ actions, conditions }: Entry, sides: Sides): void => {
    steps.push({ actions, conditions, sides });
  };
  let [inBase, inHead] = [0, 0];
  for (;;) {
    const [before, after] = [base[inBase], head[inHead]];
    if (before !== undefined && after !== undefined && areOne(before, after)) {
      add(before, { base: before.effect, head: after.effect });
      inBase += 1;
      inHead += 1;
    } else if (before !== undefined && alignment.base[inBase] === undefined) {
      add(before, { base: before.effect });
      inBase += 1;
    } else if (after !== undefined) {
      // INVARIANT: it has no partner, which would come next in base.
      add(after, { head: after.effect });
      inHead += 1;
    } else {
      return steps;
    }
  }
}

/** No list has two entries with the same actions and conditions, so these are partners or neither has one. */
function areOne(before: Entry, after: Entry): boolean {
  return before.actions === after.actions && before.conditions === after.conditions;
}
