import type { Condition } from "../../../policy/condition.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { exampleOf, isDecidedBy, withArgument } from "../examples.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { isLooser } from "../looser.ts";
import { matchingText } from "../matching-text.ts";
import { effectVerb } from "../rule-name.ts";

/** A list matches only when all of it does: one good element takes the bad ones past a rule that names the bad. */
export const listDodgesGuard: FindingKind = {
  id: "list-dodges-guard",
  severity: "warning",
  meaning:
    "a rule that holds or blocks names bad values of an argument that can be a list, and one good element dodges it",
  find: (context) =>
    context.rules
      .filter(({ rule }) => rule.effect !== "always_run")
      .flatMap((placed) => ofRule(context, placed)),
};

function ofRule(context: FindingContext, placed: PlacedRule): readonly Found[] {
  const listed = placed.rule.conditions.filter(
    ({ arg, negate }) => !negate && isListLike(context, arg),
  );
  const example = listed.length === 0 ? undefined : exampleOf(context, placed);
  return example === undefined
    ? []
    : listed.flatMap((condition) => {
        const bad = matchingText([condition.match], [], context.limits);
        const contrast = bad === undefined ? undefined : withArgument(example, condition.arg, bad);
        if (bad === undefined || contrast === undefined) return [];
        return isDecidedBy(evaluate(context.policy, contrast), placed)
          ? dodged(context, placed, { condition, contrast, bad })
          : [];
      });
}

function dodged(
  context: FindingContext,
  placed: PlacedRule,
  {
    condition: { arg, match },
    contrast,
    bad,
  }: {
    readonly condition: Condition;
    readonly contrast: NonNullable<Found["witness"]>;
    readonly bad: string;
  },
): readonly Found[] {
  const good = matchingText([], [match], context.limits);
  const witness = good === undefined ? undefined : withArgument(contrast, arg, [bad, good]);
  if (witness === undefined) return [];
  const decision = evaluate(context.policy, witness);
  if (!isLooser(decision, placed.rule.effect)) return [];
  return [
    aboutRule(placed, {
      message: `one more element in ${quoted(arg)} dodges rule ${quoted(placed.reference.match)}`,
      why: `a list matches only when every element does: ${callWords(contrast)} ${effectVerb[placed.rule.effect]}, ${callWords(witness)} ${effectVerb[decision.effect]}`,
      help: "say what is allowed instead, with `negate: true`: a list with one other element then meets the rule",
      witness,
      contrast,
    }),
  ];
}

/** Whether the argument's name, or a condition on its length, says that it can be a list. */
function isListLike(context: FindingContext, arg: string): boolean {
  const name = arg.split(".").at(-1) ?? "";
  if (/^(?:to|cc|bcc)$|[^aisu]s$|[_a-z]ids$/.test(name)) return true;
  return context.rules.some(({ rule }) =>
    rule.conditions.some((condition) => condition.arg === `${arg}.length`),
  );
}
