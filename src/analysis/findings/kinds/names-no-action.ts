import { nearWord } from "../../../policy/dialects/kortix/near-word.ts";
import { matchPattern } from "../../../policy/pattern/match-pattern.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { enumerated, nothingDone } from "../rule-name.ts";

/** A rule that holds or blocks actions that do not exist. */
export const guardNamesNoAction: FindingKind = {
  id: "guard-names-no-action",
  severity: "error",
  meaning:
    "a rule that holds or blocks matches none of the actions that its connectors have, all of which are known",
  find: (context) => namingNothing(context, true),
};

/** The same for a rule that lets calls run. */
export const ruleNamesNoAction: FindingKind = {
  id: "rule-names-no-action",
  severity: "warning",
  meaning:
    "a rule that lets calls run matches none of the actions that its connectors have, all of which are known",
  find: (context) => namingNothing(context, false),
};

function namingNothing(context: FindingContext, guards: boolean): readonly Found[] {
  return context.rules.flatMap((placed) => {
    if ((placed.rule.effect !== "always_run") !== guards) return [];
    const paths = pathsOf(context, placed);
    const { match, effect } = placed.rule;
    if (paths === undefined || paths.some(({ path }) => matchPattern(match, path) !== "no-match"))
      return [];
    const near = nearWord(
      match.text,
      paths.map(({ path }) => path),
    );
    const connectors = [...new Set(paths.map(({ connector }) => quoted(connector)))];
    return [
      aboutRule(placed, {
        message: `rule ${quoted(match.text)} matches no action that exists, so it ${nothingDone[effect]}`,
        why: `the actions of ${enumerated(connectors)} are known, and none of them matches`,
        help:
          near === undefined
            ? "mend the pattern, or remove the rule"
            : `did you mean ${quoted(near)}?`,
      }),
    ];
  });
}

interface KnownPath {
  readonly connector: string;
  /** As the rule's layer sees it. */
  readonly path: string;
}

/**
 * All paths of connectors that the rule can speak of. Undefined where it can speak of none (that is told elsewhere), or of one
 * whose actions are not known.
 */
function pathsOf(context: FindingContext, { rule }: PlacedRule): readonly KnownPath[] | undefined {
  const connectors = context.layers
    .filter(({ entries }) => entries.some((entry) => entry.rule === rule))
    .map(({ space: { connector } }) => connector);
  const paths: KnownPath[] = [];
  for (const connector of connectors) {
    const actions = connector === null ? undefined : context.actions(connector);
    if (connector === null || actions === undefined) return undefined;
    for (const action of actions.keys()) {
      const path = rule.layer === "project" ? `${connector}.${action}` : action;
      paths.push({ connector, path });
    }
  }
  return paths.length === 0 ? undefined : paths;
}
