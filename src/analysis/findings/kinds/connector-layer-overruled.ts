import { quoted } from "../../../policy/source/visible-text.ts";
import type { FindingKind } from "../finding-kind.ts";
import { ruleName, ruleNames } from "../rule-name.ts";
import { shadowsOf } from "../shadowed-rules.ts";

/** A connector whose own rules a project rule makes void. */
export const connectorLayerOverruled: FindingKind = {
  id: "connector-layer-overruled",
  severity: "error",
  meaning:
    "one project rule decides all calls of which a connector's own rules speak, and not as they say",
  find: (context) =>
    shadowsOf(context).connectorLayers.map(({ connector, blocker, shadowed }) => {
      const span = context.policy.connectors?.get(connector)?.span;
      return {
        message: `none of the ${shadowed.length} rules of connector ${quoted(connector)} ever decides`,
        why: `the project's rules come first, and ${ruleName(blocker)} matches all that ${ruleNames(shadowed)} match`,
        help: `narrow ${ruleName(blocker)}, or write these rules above it in \`policies\`, with the connector in their patterns`,
        ...(span === undefined ? {} : { span }),
        connector,
        rule: blocker.reference,
        related: shadowed.map(({ reference }) => reference),
      };
    }),
};
