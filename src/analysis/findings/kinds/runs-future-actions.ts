import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { exampleOf } from "../examples.ts";
import type { FindingKind } from "../finding-kind.ts";

/** A rule that lets actions run that nobody has thought of yet. */
export const runsFutureActions: FindingKind = {
  id: "runs-future-actions",
  severity: "info",
  meaning: "a rule with a wildcard lets actions run that do not exist yet",
  onRequest: true,
  find: (context) =>
    context.rules.flatMap((placed) => {
      const { effect, match, conditions } = placed.rule;
      if (effect !== "always_run" || conditions.length > 0 || !match.text.endsWith("*")) return [];
      const witness = exampleOf(context, placed);
      if (witness === undefined) return [];
      return [
        aboutRule(placed, {
          message: `rule ${quoted(match.text)} lets every such action run that is added later`,
          why: `the pattern names no action: whatever is called like ${callWords(witness)} runs, whether it exists today or not`,
          help: "name the actions that are meant, if new ones should be looked at first",
          witness,
        }),
      ];
    }),
};
