import type { Decision } from "../../policy/decision.ts";
import type { Effect } from "../../policy/effect.ts";

const rank: Record<Effect, number> = { always_run: 0, require_approval: 1, block: 2 };

/** Whether a decision lets more happen than a rule's effect would; a call that is refused or undecided does not. */
export function isLooser(decision: Decision, effect: Effect): boolean {
  const { effect: decided } = decision;
  return decided !== "denied" && decided !== "indeterminate" && rank[decided] < rank[effect];
}
