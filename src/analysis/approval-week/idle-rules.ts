import type { RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import { placedRules } from "../decision-space/placed-rules.ts";
import { unreachable } from "../decision-space/reachability.ts";
import type { Budget } from "../diff/budget.ts";

/** A rule that decided no call of a log. */
export interface IdleRule {
  readonly rule: RuleReference;
  /** Whether it decides any call at all, over all possible calls. */
  readonly can: "decide" | "not-decide" | "unknown";
  /** A call of the log that could not be decided may have been its own. */
  readonly perhaps: boolean;
}

/** Names a rule within one policy. */
export function ruleKey({ layer, connector, index }: RuleReference): string {
  return JSON.stringify([layer, connector ?? "", index]);
}

/** The rules that are not among those which decided, in their order; `perhaps` are those that may have. */
export function idleRules(
  policy: Policy,
  decided: ReadonlySet<string>,
  perhaps: ReadonlySet<string>,
  budget: Budget = {},
): readonly IdleRule[] {
  const idle = placedRules(policy).filter(({ reference }) => !decided.has(ruleKey(reference)));
  if (idle.length === 0) return [];
  const proofs = unreachable(policy, budget);
  const never = new Set(proofs.rules.map(({ rule }) => ruleKey(rule)));
  const open = new Set(proofs.undecided.map(({ rule }) => ruleKey(rule)));
  return idle.map(({ reference }) => {
    const key = ruleKey(reference);
    const can = never.has(key) ? "not-decide" : open.has(key) ? "unknown" : "decide";
    return { rule: reference, can, perhaps: perhaps.has(key) };
  });
}
