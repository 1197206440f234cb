import type { RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { ruleReference } from "../../policy/rule-reference.ts";

/** A rule, and how reports name it. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly reference: RuleReference;
}

/** All rules of a policy: the project's, then those of each connector. */
export function placedRules(policy: Policy): readonly PlacedRule[] {
  const layers: (readonly [string, readonly Rule[]])[] = [["*", policy.rules]];
  for (const [slug, { rules }] of policy.connectors ?? []) {
    layers.push([slug, rules]);
  }
  return layers.flatMap(([slug, rules]) =>
    rules.map((rule) => ({ rule, reference: ruleReference(rule, slug) })),
  );
}
