import { quoted } from "../../../policy/source/visible-text.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind } from "../finding-kind.ts";

/** A connector's own rule that is written as if it were the project's. */
export const ruleRepeatsSlug: FindingKind = {
  id: "rule-repeats-slug",
  severity: "warning",
  meaning: "a connector's own rule names the connector, though it sees the action alone",
  find: (context) =>
    context.rules.flatMap((placed) => {
      const { connector, match } = placed.reference;
      const prefix = `${connector}.`;
      if (connector === undefined || !match.startsWith(prefix) || match === prefix) return [];
      return [
        aboutRule(placed, {
          message: `rule ${quoted(match)} asks for an action that begins with ${quoted(prefix)}`,
          why: "the rules of a connector see the action alone, without the connector",
          help: `write ${quoted(match.slice(prefix.length))}`,
        }),
      ];
    }),
};
