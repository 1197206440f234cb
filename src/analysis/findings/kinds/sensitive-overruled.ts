import { quoted } from "../../../policy/source/visible-text.ts";
import type { Entry } from "../../decision-space/entry.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { callWords } from "../call-words.ts";
import type { FindingContext, Layers } from "../finding-context.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { ruleNames } from "../rule-name.ts";

/** A connector marked as sensitive, whose calls rules let run before anybody looks at the mark. */
export const sensitiveOverruled: FindingKind = {
  id: "sensitive-overruled",
  severity: "error",
  meaning:
    "rules decide every call of a connector with `sensitive: true`, and let some of them run",
  find: (context) => context.layers.flatMap((layers) => ofConnector(context, layers)),
};

function ofConnector(context: FindingContext, { space, entries }: Layers): readonly Found[] {
  const { connector } = space;
  const at = entries.findIndex(isSensitive);
  const sensitive = entries[at];
  if (connector === null || sensitive === undefined) return [];
  const rules = entries.slice(0, at);
  if (!context.isImpossible({ space, applying: [sensitive], passing: rules })) return [];
  for (const [index, entry] of rules.entries()) {
    if (entry.effect !== "always_run") continue;
    const found = context.call({ space, applying: [entry], passing: rules.slice(0, index) });
    if (found === undefined) continue;
    const blockers = decidingAll(context, { space, entries: rules }, sensitive);
    const span = context.policy.connectors?.get(connector)?.span;
    return [
      {
        message: `\`sensitive: true\` of connector ${quoted(connector)} holds nothing`,
        why: `${ruleNames(blockers)} ${blockers.length === 1 ? "decides" : "together decide"} every call before it is looked at; ${callWords(found)} runs because of ${ruleNames(entry.rule === undefined ? [] : [context.placed(entry.rule)])}`,
        help: "narrow the rules that let its calls run, or remove `sensitive`",
        ...(span === undefined ? {} : { span }),
        connector,
        witness: { ...found, risk: "write" },
        related: blockers.map(({ reference }) => reference),
      },
    ];
  }
  return [];
}

function isSensitive({ rule, effect }: Entry): boolean {
  return rule === undefined && effect === "require_approval";
}

/** The first rule that decides all by itself; else as few as decide all together. */
function decidingAll(
  context: FindingContext,
  { space, entries }: Layers,
  sensitive: Entry,
): readonly PlacedRule[] {
  const decide = (passing: readonly Entry[]): boolean =>
    context.isImpossible({ space, applying: [sensitive], passing });
  const alone = entries.find((entry) => decide([entry]));
  let few = alone === undefined ? entries : [alone];
  for (const entry of [...few].reverse()) {
    const fewer = few.filter((one) => one !== entry);
    if (decide(fewer)) few = fewer;
  }
  return few.flatMap(({ rule }) => (rule === undefined ? [] : [context.placed(rule)]));
}
