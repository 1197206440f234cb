import type { Condition } from "../../policy/condition.ts";
import type { Rule } from "../../policy/rule.ts";

/** What a rule says, free of where it stands: equal for rules that differ in layout, comments or condition order only. */
export function ruleContent(rule: Rule): string {
  return JSON.stringify([rule.match.text, rule.effect, conditionsOf(rule)]);
}

/** What a rule's conditions say together: all must hold, so neither their order nor a repetition means anything. */
export function conditionsContent(rule: Rule): string {
  return JSON.stringify(conditionsOf(rule));
}

function conditionsOf({ conditions }: Rule): readonly string[] {
  return [...new Set(conditions.map(conditionContent))].sort();
}

/** What one condition says. */
export function conditionContent({ arg, match, negate }: Condition): string {
  return JSON.stringify([arg, match.text, negate]);
}
