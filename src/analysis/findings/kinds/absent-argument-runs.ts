import { evaluate } from "../../../policy/evaluate.ts";
import { valueAt } from "../../../policy/evaluate-condition.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { exampleOf, isDecidedBy, withArgument } from "../examples.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { matchingText } from "../matching-text.ts";
import { effectVerb } from "../rule-name.ts";

/** Whoever leaves an argument out gets past a condition that says what it must not be. */
export const absentArgumentRuns: FindingKind = {
  id: "absent-argument-runs",
  severity: "warning",
  meaning:
    "a rule that lets calls run has a negated condition, which a call without the argument satisfies",
  find: (context) =>
    context.rules
      .filter(({ rule }) => rule.effect === "always_run")
      .flatMap((placed) => ofRule(context, placed)),
};

function ofRule(context: FindingContext, placed: PlacedRule): readonly Found[] {
  const negated = placed.rule.conditions.filter(({ negate }) => negate);
  const witness = negated.length === 0 ? undefined : exampleOf(context, placed);
  if (witness === undefined || !isDecidedBy(evaluate(context.policy, witness), placed)) return [];
  const told = new Set<string>();
  return negated.flatMap(({ arg, match }) => {
    if (told.has(arg) || valueAt({ ...witness.args }, arg) !== undefined) return [];
    const text = matchingText([match], [], context.limits);
    const contrast = text === undefined ? undefined : withArgument(witness, arg, text);
    if (contrast === undefined) return [];
    const { effect } = evaluate(context.policy, contrast);
    if (effect === "always_run" || effect === "indeterminate") return [];
    told.add(arg);
    return [
      aboutRule(placed, {
        message: `rule ${quoted(placed.reference.match)} lets calls run that leave ${quoted(arg)} out`,
        why: `an absent argument matches nothing, so the negated condition holds: ${callWords(contrast)} ${effectVerb[effect]}, ${callWords(witness)} runs`,
        help: `add a condition that the argument is there: \`arg: ${arg}\` with \`match: "*"\``,
        witness,
        contrast,
      }),
    ];
  });
}
