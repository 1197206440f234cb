import type { Call } from "../../../policy/call.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import { isDecidedBy } from "../examples.ts";
import type { FindingKind } from "../finding-kind.ts";
import { knownActions } from "../known-actions.ts";
import { enumerated } from "../rule-name.ts";

/** A rule that lets run what cannot be undone, whatever the arguments. */
export const runsDestructive: FindingKind = {
  id: "runs-destructive",
  severity: "warning",
  meaning: "a rule lets an action run that is known to destroy",
  find: (context) => {
    const calls = knownActions(context)
      .filter(({ risk }) => risk === "destructive")
      .map((known): Call => ({ ...known, args: {} }))
      .map((call) => ({ call, decision: evaluate(context.policy, call) }));
    return context.rules.flatMap((placed) => {
      const decided = calls.filter(({ decision }) => isDecidedBy(decision, placed));
      const [first] = decided;
      if (first === undefined || placed.rule.effect !== "always_run") return [];
      return [
        aboutRule(placed, {
          message: `rule ${quoted(placed.rule.match.text)} lets ${decided.length === 1 ? "a destructive action" : `${decided.length} destructive actions`} run`,
          why: `the catalogue says so of ${enumerated(decided.map(({ call }) => callWords(call)))}`,
          help: "hold or block them with a rule above, or narrow this one",
          witness: first.call,
        }),
      ];
    });
  },
};
