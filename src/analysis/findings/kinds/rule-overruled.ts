import { evaluate } from "../../../policy/evaluate.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import { certain } from "../../automaton/certain.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind } from "../finding-kind.ts";
import { effectVerb, nothingDone, ruleLine, ruleName, ruleNames } from "../rule-name.ts";
import { rulesBefore, type ShadowedRule, shadowsOf } from "../shadowed-rules.ts";

/** The author of a rule that never decides, behind one that decides otherwise, believed that it does. */
export const ruleOverruled: FindingKind = {
  id: "rule-overruled",
  severity: "error",
  meaning: "earlier rules, one of which says otherwise, leave the rule no call to decide",
  find: (context) =>
    shadowsOf(context)
      .single.filter(({ overruled }) => overruled === true)
      .map((one) => {
        const { shadowed, blockers } = one;
        const witness = certain(one.otherwise);
        const { effect } = evaluate(context.policy, witness);
        return aboutRule(shadowed, {
          message: `rule ${quoted(shadowed.reference.match)} never decides, so it ${nothingDone[shadowed.rule.effect]}`,
          why: `${cover(one)}; so ${callWords(witness)} ${effectVerb[effect]}`,
          help: help(context, one),
          witness,
          related: blockers.map(({ reference }) => reference),
        });
      }),
};

/** That the blockers leave the rule nothing, in words. */
export function cover({ blockers }: ShadowedRule): string {
  const decide = blockers.length === 1 ? "decides" : "together decide";
  return `${ruleNames(blockers)} ${decide} every call that it matches`;
}

function help(context: FindingContext, { shadowed, blockers }: ShadowedRule): string {
  const { layer } = shadowed.rule;
  const [outer] = blockers.filter(({ rule }) => rule.layer !== layer);
  if (outer !== undefined) {
    return `narrow ${ruleName(outer)}, or write this rule above it in \`policies\`, with the connector in its pattern`;
  }
  const first = certain(blockers[0]);
  const still = rulesBefore(context, first);
  return context.isLeftNothing(
    shadowed.rule,
    still.map(({ rule }) => rule),
  )
    ? "remove it, or narrow the rules before it"
    : `move it above ${ruleLine(first.reference)}, or remove it`;
}
