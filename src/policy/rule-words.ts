import type { Rule } from "./rule.ts";
import { visible } from "./source/visible-text.ts";

/** Names a rule as the reason of a decision: "rule stripe.create_refund + condition", "connector rule send_*". */
export function ruleWords({ layer, match, conditions }: Rule): string {
  const rule = layer === "project" ? "rule" : "connector rule";
  return `${rule} ${visible(match.text)}${plusConditions(conditions.length)}`;
}

function plusConditions(count: number): string {
  if (count === 0) return "";
  return count === 1 ? " + condition" : ` + ${count} conditions`;
}
