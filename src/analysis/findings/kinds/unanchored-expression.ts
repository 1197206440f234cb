import type { Call } from "../../../policy/call.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { parsePattern } from "../../../policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../../policy/pattern/pattern.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { exampleBeside, exampleOf, isDecidedBy, withArgument } from "../examples.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { isLooser } from "../looser.ts";
import { matchingText } from "../matching-text.ts";
import { effectVerb } from "../rule-name.ts";

/** An expression that is searched lets `not_refund` pass where `refund` was meant. */
export const unanchoredExpression: FindingKind = {
  id: "unanchored-expression",
  severity: "warning",
  meaning:
    "an expression without `^` and `$` matches inside longer texts, and so lets more through than the text it spells",
  find: (context) =>
    context.rules.flatMap((placed) => {
      const { match, conditions } = placed.rule;
      const patterns = [match, ...conditions.map((condition) => condition.match)];
      if (patterns.every((pattern) => anchoredForm(pattern) === undefined)) return [];
      const example = exampleOf(context, placed);
      return example === undefined
        ? []
        : [...ofPath(context, placed, example), ...ofConditions(context, placed, example)];
    }),
};

function ofPath(context: FindingContext, placed: PlacedRule, example: Call): readonly Found[] {
  const { match, effect } = placed.rule;
  const anchored = effect === "always_run" ? anchoredForm(match) : undefined;
  if (anchored === undefined || !hasText(context, anchored)) return [];
  const witness = exampleBeside(context, placed, { missing: anchored, example });
  return witness === undefined ? [] : [found(context, placed, match, { witness, anchored })];
}

function ofConditions(
  context: FindingContext,
  placed: PlacedRule,
  example: Call,
): readonly Found[] {
  const { conditions, effect } = placed.rule;
  const opens = effect === "always_run";
  return conditions.flatMap(({ arg, match, negate }) => {
    // What matches more opens a rule that lets run, and, negated, one that guards.
    const anchored = negate === opens ? undefined : anchoredForm(match);
    const text = anchored && textBeside(context, match, anchored);
    const witness = text === undefined ? undefined : withArgument(example, arg, text);
    if (anchored === undefined || witness === undefined) return [];
    const decision = evaluate(context.policy, witness);
    const escapes = opens ? isDecidedBy(decision, placed) : isLooser(decision, effect);
    return escapes ? [found(context, placed, match, { witness, anchored })] : [];
  });
}

function found(
  context: FindingContext,
  placed: PlacedRule,
  pattern: Pattern,
  { witness, anchored }: { readonly witness: Call; readonly anchored: Pattern },
): Found {
  const { effect } = evaluate(context.policy, witness);
  return aboutRule(placed, {
    message: `the expression ${quoted(pattern.text)} also matches inside longer texts`,
    why: `an expression is searched for, and neither end of this one is anchored: ${callWords(witness)} ${effectVerb[effect]}`,
    help: `write ${quoted(anchored.text)} where the whole text is meant`,
    witness,
  });
}

/**
 * The expression as one that must match the whole text. Undefined for what is no expression, for one that is anchored or
 * plainly meant to be searched (`/^refund_/`, `/\bdelete\b/`, `/.*x/`), and where `^` and `$` mean lines.
 */
function anchoredForm(pattern: Pattern): Pattern | undefined {
  if (pattern.kind !== "expression" || /[my]/.test(pattern.flags)) return undefined;
  const { body, text } = pattern;
  if (body === "") return undefined;
  const atStart = body.startsWith("^");
  const atEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(body);
  if ((atStart || atEnd) && !hasAlternatives(body)) return undefined;
  if (/\\b/i.test(body) || /^\.[*+]/.test(body) || /\.[*+]$/.test(body)) return undefined;
  const flags = text.slice(text.lastIndexOf("/") + 1);
  const inner = body.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const whole = hasAlternatives(body) ? `(?:${inner})` : inner;
  const form = parsePattern(`/^${whole}$/${flags}`);
  return form.kind === "expression" ? form : undefined;
}

/** Whether the body has a `|` outside of groups and classes. */
function hasAlternatives(body: string): boolean {
  let rest = body.replace(/\\./gs, "").replace(/\[[^\]]*\]/g, "");
  for (let inner = ""; inner !== rest; ) {
    inner = rest;
    rest = inner.replace(/\([^()]*\)/g, "");
  }
  return rest.includes("|");
}

function hasText(context: FindingContext, pattern: Pattern): boolean {
  return matchingText([pattern], [], context.limits) !== undefined;
}

const negation = parsePattern("not_*");

/** A text that only the searched form matches; undefined when there is none, or the whole form has no text at all. */
function textBeside(
  context: FindingContext,
  pattern: Pattern,
  anchored: Pattern,
): string | undefined {
  if (!hasText(context, anchored)) return undefined;
  return (
    matchingText([pattern, negation], [anchored], context.limits) ??
    matchingText([pattern], [anchored], context.limits)
  );
}
