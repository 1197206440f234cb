import type { RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Budget } from "../diff/budget.ts";
import { placedRules } from "./placed-rules.ts";
import type { UndecidedRule } from "./reachability.ts";
import { RuleProver } from "./rule-prover.ts";
import { withinBudget } from "./within-budget.ts";

/** Which rules of a policy decide calls, but none otherwise than it would be decided without them. */
export interface Redundant {
  readonly rules: readonly RuleReference[];
  readonly undecided: readonly UndecidedRule[];
}

/**
 * The rules that decide some calls and can be taken out, one at a time, without any call being decided otherwise. Rules that
 * decide none are `unreachable` and not among them; of two rules that stand in for each other, both are.
 */
export function redundant(policy: Policy, budget: Budget = {}): Redundant {
  const prover = withinBudget(() => new RuleProver(policy, budget));
  const rules: RuleReference[] = [];
  const undecided: UndecidedRule[] = [];
  for (const { rule, reference } of placedRules(policy)) {
    const need = prover instanceof RuleProver ? withinBudget(() => prover.need(rule)) : prover;
    if (need.kind === "redundant") {
      rules.push(reference);
    } else if (need.kind === "unknown") {
      undecided.push({ rule: reference, because: need.because });
    }
  }
  return { rules, undecided };
}
