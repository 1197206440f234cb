import type {
  ConnectorChange,
  LayerDiff,
  PlacedRule,
  RuleChange,
  RuleDiff,
} from "../analysis/rule-diff/rule-diff.ts";
import { type Block, heading, type Item, list } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { joined, type Phrase, phrase, words } from "./document/phrase.ts";

/** What was done to the rules: added, removed, edited, moved. One sentence when nothing was. */
export function ruleDiffBlocks({ layers, connectors }: RuleDiff): readonly Block[] {
  const items: readonly (Item | Phrase)[] = [
    ...connectors.map(connectorPhrase),
    ...layers.map(layerItem),
  ];
  return [
    heading(words("rules")),
    ...list(items.length === 0 ? [words("no rule was added, removed, edited or moved")] : items),
  ];
}

function connectorPhrase(change: ConnectorChange): Phrase {
  if (change.kind === "renamed") {
    return phrase`connector ${change.connector}, formerly ${change.formerly}`;
  }
  return phrase`connector ${change.connector} ${words(change.kind)}, with ${counted(change.rules, "rule")}`;
}

function layerItem({ connector, changes, compared }: LayerDiff): Item {
  const set =
    compared === "as-a-set" ? [words("too much differs to say which of the others moved")] : [];
  return {
    text: connector === undefined ? words("project rules") : phrase`rules of ${connector}`,
    below: list([...changes.map(ruleChangePhrase), ...set]),
  };
}

function ruleChangePhrase(change: RuleChange): Phrase {
  const what = messagePhrase(change.words);
  const rule = rulePhrase(change.kind === "removed" ? change.base : change.head);
  return change.kind === "edited" ? phrase`edited, ${what}: ${rule}` : phrase`${what}: ${rule}`;
}

/** ``run `stripe.create_refund` where `reason` matches `duplicate``: what a rule says, whole. */
function rulePhrase({ rule }: PlacedRule): Phrase {
  const conditions = rule.conditions.map(
    ({ arg, match, negate }) =>
      phrase`${arg} ${words(negate ? "does not match" : "matches")} ${match.text}`,
  );
  const where = conditions.length === 0 ? [] : phrase` where ${joined(conditions, " and ")}`;
  return phrase`${rule.effect} ${rule.match.text}${where}`;
}
