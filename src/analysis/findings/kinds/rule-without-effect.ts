import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind } from "../finding-kind.ts";
import { shadowsOf } from "../shadowed-rules.ts";

/** A rule that decides calls, all as they would be decided without it. */
export const ruleWithoutEffect: FindingKind = {
  id: "rule-without-effect",
  severity: "info",
  meaning: "the rule decides calls, but all of them as they would be decided without it",
  find: (context) => {
    const { catchAlls, connectorLayers, single } = shadowsOf(context);
    // What stands in for these never decides, and is told of.
    const told = new Set([
      ...[...catchAlls, ...connectorLayers].map(({ blocker }) => blocker),
      ...single.flatMap(({ blockers }) => blockers),
    ]);
    return context.rules
      .filter((placed) => !told.has(placed) && context.need(placed.rule).kind === "redundant")
      .map((placed) =>
        aboutRule(placed, {
          message: `rule ${quoted(placed.reference.match)} changes nothing`,
          why: "what comes behind it decides all of its calls in the same way",
          help: "remove it, one such rule at a time, or keep it for people to read",
        }),
      );
  },
};
