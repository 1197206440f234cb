import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import type { PlacedRule } from "../decision-space/placed-rules.ts";
import { proveRule } from "../decision-space/reachability.ts";
import type { NeverBecause } from "../decision-space/rule-prover.ts";
import { type Unknown, withinBudget } from "../decision-space/within-budget.ts";
import type { Budget } from "../diff/budget.ts";
import { exampleOf } from "./examples.ts";
import { FindingContext } from "./finding-context.ts";
import { cover } from "./kinds/rule-overruled.ts";
import { shadowedRule } from "./shadowed-rules.ts";
import { switchedOn } from "./switched-on.ts";

/** A call that a rule decides, or why there is none, or why neither is known; in words. */
export type RuleExplanation =
  | { readonly kind: "decides"; readonly call: Call }
  | {
      readonly kind: "never";
      readonly why: string;
      /** Rules before it that leave it nothing. */
      readonly blockers: readonly PlacedRule[];
      /** A call that it matches, and that one of them decides otherwise. */
      readonly otherwise?: Call;
    }
  | { readonly kind: "unknown"; readonly why: string };

const reasons: Record<Exclude<NeverBecause, "shadowed">, string> = {
  "dead-pattern": "its expression does not compile",
  "contradictory-conditions": "no arguments satisfy all of its conditions",
  "no-path": "it matches no call of a connector that is there",
};

/** Whether a rule of the policy ever decides a call. */
export function explainRule(
  policy: Policy,
  placed: PlacedRule,
  budget: Budget = {},
): RuleExplanation {
  const explained = withinBudget(() => explanation(policy, placed, budget));
  return "because" in explained ? unknown(explained) : explained;
}

function explanation(policy: Policy, placed: PlacedRule, budget: Budget): RuleExplanation {
  const proof = proveRule(policy, placed.rule, budget);
  if (proof.kind === "unknown") return unknown(proof);
  const context = new FindingContext(policy, new Map(), budget);
  if (proof.kind === "decides") {
    const example = context.policy === policy ? exampleOf(context, placed) : undefined;
    return { kind: "decides", call: example ?? proof.call };
  }
  if (proof.because !== "shadowed") {
    const off = proveRule(switchedOn(policy), placed.rule, budget).kind === "decides";
    const why = off ? "every connector that it matches is switched off" : reasons[proof.because];
    return { kind: "never", why, blockers: [] };
  }
  const shadow = shadowedRule(context, placed);
  if (shadow === undefined) {
    return {
      kind: "never",
      why: "it decides calls of connectors only that are switched off",
      blockers: [],
    };
  }
  const { blockers, otherwise } = shadow;
  const example = otherwise === undefined ? {} : { otherwise };
  return { kind: "never", why: cover(shadow), blockers, ...example };
}

function unknown({ because }: Pick<Unknown, "because">): RuleExplanation {
  return { kind: "unknown", why: because };
}
