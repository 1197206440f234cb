import type { Decision } from "../../policy/decision.ts";
import type { Effect } from "../../policy/effect.ts";
import { restrictiveness } from "../../policy/restrictiveness.ts";

/** Whether a decision lets more happen than a rule's effect would; a call that is refused or undecided does not. */
export function isLooser({ effect: decided }: Decision, effect: Effect): boolean {
  return restrictiveness[decided] < restrictiveness[effect];
}
