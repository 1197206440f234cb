import type { Policy } from "../../../src/policy/policy.ts";
import { type Manifest, policyOf } from "../../analysis/diff/random-policies.ts";

/** A policy and an edit of it that the lines of `corpusLines` notice. */
export function replayedPolicies(): readonly [base: Policy, head: Policy] {
  return [policyOf(manifest("always_run")), policyOf(manifest("block"))];
}

function manifest(action: string): Manifest {
  return {
    kortix_version: 2,
    policy: { default_mode: "risk" },
    policies: [
      { match: "g.a*", action, conditions: [{ arg: "a", match: "a" }] },
      { match: "*.del*", action: "require_approval" },
      { match: "db.*", action },
    ],
  };
}
