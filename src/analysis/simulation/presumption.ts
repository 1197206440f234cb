import type { Call } from "../../policy/call.ts";
import type { Decision } from "../../policy/decision.ts";
import { type Candidate, pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";

/**
 * Whether a decision is presumed: the call's arguments are not available and a condition bears on the decision, so a call
 * with arguments may be decided otherwise.
 */
export function isPresumed(policy: Policy, call: Call, { effect, rule }: Decision): boolean {
  if (call.args !== undefined || effect === "denied") return false;
  const { project, own } = pathPlan(policy, call);
  const candidates = [...project, ...own];
  const decider =
    policy.combining === "first-applicable"
      ? candidates.findIndex(
          ({ rule: { layer, index } }) => layer === rule?.layer && index === rule.index,
        )
      : -1;
  const lookedAt = decider < 0 ? candidates : candidates.slice(0, decider + 1);
  return lookedAt.some(isConditional);
}

function isConditional({ rule }: Candidate): boolean {
  return rule.conditions.length > 0;
}
