import type { RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { certain } from "../automaton/certain.ts";
import type { Budget } from "../diff/budget.ts";
import { type PlacedRule, placedRules } from "./placed-rules.ts";
import { type NeverBecause, type RuleProof, RuleProver } from "./rule-prover.ts";
import { withinBudget } from "./within-budget.ts";

/** A rule that decides no call. */
export interface UnreachableRule {
  readonly rule: RuleReference;
  readonly because: NeverBecause;
  /** Earlier rules that together leave it nothing, none of them superfluous; empty unless it is `shadowed`. */
  readonly blockers: readonly RuleReference[];
}

/** A rule of which something could not be found out, and why, in words. */
export interface UndecidedRule {
  readonly rule: RuleReference;
  readonly because: string;
}

/** Which rules of a policy decide no call. */
export interface Unreachable {
  readonly rules: readonly UnreachableRule[];
  readonly undecided: readonly UndecidedRule[];
}

/**
 * Whether a rule of the policy decides a call: a call that it decides, why there is none, or why neither could be found out
 * within the budget.
 */
export function proveRule(policy: Policy, rule: Rule, budget: Budget = {}): RuleProof {
  return withinBudget(() => new RuleProver(policy, budget).prove(rule));
}

/** The rules of a policy that decide no call, whatever the connector, the action, the arguments and the risk. */
export function unreachable(policy: Policy, budget: Budget = {}): Unreachable {
  const placed = placedRules(policy);
  const proofs = proveAll(policy, placed, budget);
  const referenceOf = new Map(placed.map(({ rule, reference }) => [rule, reference]));
  const rules: UnreachableRule[] = [];
  const undecided: UndecidedRule[] = [];
  for (const [{ reference: rule }, proof] of proofs) {
    if (proof.kind === "never") {
      const blockers = proof.blockers.map((blocker) => certain(referenceOf.get(blocker)));
      rules.push({ rule, because: proof.because, blockers });
    } else if (proof.kind === "unknown") {
      undecided.push({ rule, because: proof.because });
    }
  }
  return { rules, undecided };
}

function proveAll(
  policy: Policy,
  placed: readonly PlacedRule[],
  budget: Budget,
): readonly (readonly [PlacedRule, RuleProof])[] {
  const prover = withinBudget(() => new RuleProver(policy, budget));
  return placed.map((one) => [
    one,
    prover instanceof RuleProver ? withinBudget(() => prover.prove(one.rule)) : prover,
  ]);
}
