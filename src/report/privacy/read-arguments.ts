import type { Call } from "../../policy/call.ts";
import { pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";

/** The argument paths that conditions read of rules which can match the call under one of the policies, sorted. */
export function readArguments(call: Call, policies: readonly Policy[]): readonly string[] {
  const rules = policies
    .map((policy) => pathPlan(policy, call))
    .flatMap(({ project, own }) => [...project, ...own]);
  const read = rules.flatMap(({ rule }) => rule.conditions.map(({ arg }) => arg));
  return [...new Set(read)].sort();
}
