import type { Call } from "../../../policy/call.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { matchPattern } from "../../../policy/pattern/match-pattern.ts";
import { parsePattern } from "../../../policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../../policy/pattern/pattern.ts";
import type { Rule } from "../../../policy/rule.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { exampleBeside, exampleOf, isDecidedBy } from "../examples.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind } from "../finding-kind.ts";
import { knownActions } from "../known-actions.ts";
import { effectVerb } from "../rule-name.ts";

/** In file globs `*` stops at a separator; here it does not. */
export const starCrossesDots: FindingKind = {
  id: "star-crosses-dots",
  severity: "info",
  meaning:
    "`*` in a pattern also stands for dots, so the rule decides actions of which a part was meant",
  onRequest: true,
  find: (context) =>
    context.rules.flatMap((placed) => {
      const { match, effect } = placed.rule;
      const missing = withinDots(match);
      if (missing === undefined) return [];
      const witness =
        knownBeside(context, placed, missing) ??
        (namesParts(placed.rule) ? unknownBeside(context, placed, missing) : undefined);
      if (witness === undefined) return [];
      return [
        aboutRule(placed, {
          message: `\`*\` in rule ${quoted(match.text)} crosses dots`,
          why: `\`*\` is any run of characters, dots too: ${callWords(witness)} ${effectVerb[effect]}`,
          help: "write an expression with `[^.]*` where one part of the name is meant",
          witness,
        }),
      ];
    }),
};

/** A known action that the rule decides only because a star crosses a dot. */
function knownBeside(
  context: FindingContext,
  placed: PlacedRule,
  missing: Pattern,
): Call | undefined {
  const { layer } = placed.rule;
  return knownActions(context)
    .filter(({ connector, action }) => {
      const path = layer === "project" ? `${connector}.${action}` : action;
      return matchPattern(missing, path) === "no-match";
    })
    .map((known): Call => ({ ...known, args: {} }))
    .find((call) => isDecidedBy(evaluate(context.policy, call), placed));
}

/** Whether the pattern itself writes a dot in the action, so that its author thinks in parts. */
function namesParts({ layer, match }: Rule): boolean {
  const action = layer === "project" ? match.text.replace(/^[^.]*\./, "") : match.text;
  return action.includes(".");
}

function unknownBeside(
  context: FindingContext,
  placed: PlacedRule,
  missing: Pattern,
): Call | undefined {
  const example = exampleOf(context, placed);
  return example && exampleBeside(context, placed, { missing, example });
}

/** The glob with stars that stop at dots; undefined for what has no star, is a star alone, or is no glob. */
function withinDots({ kind, text }: Pattern): Pattern | undefined {
  if (kind !== "glob" || !text.includes("*")) return undefined;
  const parts = text.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = parsePattern(`/^${parts.join("[^.]*")}$/`);
  return pattern.kind === "expression" ? pattern : undefined;
}
