import type { Condition } from "../../../policy/condition.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind, Found } from "../finding-kind.ts";

/** A condition that holds wherever the other conditions of its rule do. */
export const conditionWithoutEffect: FindingKind = {
  id: "condition-without-effect",
  severity: "info",
  meaning:
    "a condition holds wherever the other conditions of its rule do, so it leaves no call out",
  find: (context) =>
    context.rules.flatMap((placed) =>
      context.idleConditions(placed.rule).map((condition) => ofCondition(placed, condition)),
    ),
};

function ofCondition(placed: PlacedRule, { arg, match, negate }: Condition): Found {
  const what = match.kind === "anything" ? "has a value" : `matches ${quoted(match.text)}`;
  return aboutRule(placed, {
    message: `a condition on ${quoted(arg)} of rule ${quoted(placed.reference.match)} leaves no call out`,
    why: `where its other conditions hold, ${quoted(arg)} ${negate ? "never" : "always"} ${what} anyway`,
    help: "remove it, or mend the pattern if it was to leave calls out",
  });
}
