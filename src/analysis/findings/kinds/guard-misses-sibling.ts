import type { Call } from "../../../policy/call.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { matchPattern } from "../../../policy/pattern/match-pattern.ts";
import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import { callWords } from "../call-words.ts";
import type { FindingContext } from "../finding-context.ts";
import type { FindingKind } from "../finding-kind.ts";
import { type KnownAction, knownActions } from "../known-actions.ts";
import { isLooser } from "../looser.ts";
import { effectVerb, enumerated } from "../rule-name.ts";

/** What a guard is named after when it is meant for every action that does the same. */
const verbs = [
  "delete",
  "remove",
  "destroy",
  "drop",
  "purge",
  "erase",
  "refund",
  "revoke",
  "cancel",
  "transfer",
];

/** A guard on `delete_*` beside an action `bulk_delete_users`. A guess, so no more than a suggestion. */
export const guardMissesSibling: FindingKind = {
  id: "guard-misses-sibling",
  severity: "info",
  meaning:
    "a rule that holds or blocks by a word in the action's name misses an action that has the word elsewhere",
  find: (context) => {
    const known = knownActions(context);
    return context.rules
      .filter(({ rule }) => rule.effect !== "always_run")
      .flatMap((placed) => {
        const missed = missedBy(context, placed, known);
        const [witness] = missed;
        if (witness === undefined) return [];
        const { effect } = evaluate(context.policy, witness);
        return [
          aboutRule(placed, {
            message: `rule ${quoted(placed.rule.match.text)} misses ${enumerated(missed.map(callWords))}`,
            why: `the same word stands elsewhere in the name, and ${callWords(witness)} ${effectVerb[effect]}`,
            help: "put a `*` on both sides of the word, if such actions are meant too",
            witness,
          }),
        ];
      });
  },
};

function missedBy(
  context: FindingContext,
  { rule, reference }: PlacedRule,
  known: readonly KnownAction[],
): readonly Call[] {
  const verb = verbs.find((word) => rule.match.text.toLowerCase().includes(word));
  if (verb === undefined) return [];
  const path = ({ connector, action }: KnownAction): string =>
    rule.layer === "project" ? `${connector}.${action}` : action;
  const own = known.filter(
    ({ connector }) => reference.connector === undefined || reference.connector === connector,
  );
  const matched = own.filter((one) => matchPattern(rule.match, path(one)) === "match");
  const connectors = new Set(matched.map(({ connector }) => connector));
  return own
    .filter((one) => connectors.has(one.connector) && !matched.includes(one))
    .filter(({ action }) => action.includes(verb))
    .map((one): Call => ({ ...one, args: {} }))
    .filter((call) => isLooser(evaluate(context.policy, call), rule.effect));
}
