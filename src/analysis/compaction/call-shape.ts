import type { Call } from "../../policy/call.ts";
import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Condition } from "../../policy/condition.ts";
import { type PathPlan, pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import { maskedMatch } from "../masked/masked-condition.ts";

/**
 * What policies can see of a call: equal only for calls that each of them decides alike, by the same rule, for want of the same
 * arguments. Without policies, what any policy can see: equal only for calls that are the same but for the order of keys.
 */
export function callShape(call: Call, policies: readonly Policy[]): string {
  if (policies.length === 0) return canonicalJson(call);
  const { connector, action, risk, agent, args } = call;
  const seen =
    args === undefined
      ? undefined
      : policies.map((policy) =>
          conditionsOn(policy, call)
            .map((condition) => maskedMatch(condition, args)[0])
            .join(""),
        );
  return JSON.stringify([connector, action, risk ?? "", agent ?? "", agent === undefined, seen]);
}

/** Only a memory: many calls have one path. */
const conditionsOf = new WeakMap<PathPlan, readonly Condition[]>();

/** The conditions of all rules that may match the call's path, in their order. */
function conditionsOn(policy: Policy, call: Call): readonly Condition[] {
  const plan = pathPlan(policy, call);
  const known =
    conditionsOf.get(plan) ?? [...plan.project, ...plan.own].flatMap(({ rule }) => rule.conditions);
  conditionsOf.set(plan, known);
  return known;
}
