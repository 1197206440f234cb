import type { Pattern } from "../../../policy/pattern/pattern.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import { exponentialText } from "../exponential-text.ts";
import type { FindingKind } from "../finding-kind.ts";

/** An expression with which a caller can stop the platform's gateway, which backtracks. */
export const slowExpression: FindingKind = {
  id: "slow-expression",
  severity: "warning",
  meaning: "an expression takes a backtracking engine exponential time on some texts",
  find: (context) =>
    context.rules.flatMap((placed) => {
      const { match, conditions } = placed.rule;
      const patterns = [match, ...conditions.map((condition) => condition.match)];
      const distinct = new Map(patterns.map((pattern) => [pattern.text, pattern]));
      return [...distinct.values()].flatMap((pattern) => {
        context.limits.meter.spend(pattern.kind === "expression" ? stepsForAnExpression : 1);
        const why = slowness(pattern);
        if (why === undefined) return [];
        return [
          aboutRule(placed, {
            message: `the expression ${quoted(pattern.text)} can take the platform exponentially long`,
            why,
            help: "let no two parts of a repetition match the same text: `(a|a)*` is `a*`, `(a+)+` is `a+`",
          }),
        ];
      });
    }),
};

const stepsForAnExpression = 20_000;

function slowness(pattern: Pattern): string | undefined {
  const text = exponentialText(pattern);
  if (text === undefined) return undefined;
  const behind = text.prefix === "" ? "" : ` behind ${quoted(text.prefix)}`;
  const before = text.suffix === "" ? "" : `, then ${quoted(text.suffix)},`;
  return `each further ${quoted(text.repeated)}${behind}${before} doubles the ways that the engine tries before it fails`;
}
