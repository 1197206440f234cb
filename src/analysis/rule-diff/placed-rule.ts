import type { Rule } from "../../policy/rule.ts";
import { ruleReference } from "../../policy/rule-reference.ts";
import type { PlacedRule } from "./rule-diff.ts";

/** Rules of one layer with the references that name them; `connector` is whose they are, for a connector's own. */
export function placedRules(rules: readonly Rule[], connector = ""): readonly PlacedRule[] {
  return rules.map((rule) => ({ rule, reference: ruleReference(rule, connector) }));
}
