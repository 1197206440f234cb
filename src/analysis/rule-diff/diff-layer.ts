import type { Rule } from "../../policy/rule.ts";
import { alignRules } from "./align-rules.ts";
import type { Pair } from "./common-order.ts";
import { editWords } from "./edit-words.ts";
import { gapOf } from "./gap.ts";
import { moveWords, whereabouts } from "./move-words.ts";
import { pairEdits } from "./pair-edits.ts";
import type { LayerDiff, PlacedRule, RuleChange } from "./rule-diff.ts";

/** What happened between two versions of one layer's rules. */
export function diffLayer(
  base: readonly PlacedRule[],
  head: readonly PlacedRule[],
): Pick<LayerDiff, "changes" | "compared"> {
  const rules = { base: base.map(ruleOf), head: head.map(ruleOf) };
  const alignment = alignRules(rules.base, rules.head);
  const { kept, moved, compared } = alignment;
  const { edited, removed, added } = pairEdits(rules, alignment);
  const both = ([from, to]: Pair): Sides => ({
    base: base[from] as PlacedRule,
    head: head[to] as PlacedRule,
  });

  const placed: Placed[] = [
    ...moved.map((pair) => {
      // Never undefined: an equal rule between the same kept rules would have been kept itself.
      const words = `${moveWords(kept, pair, head)}`;
      return { at: pair[1], change: { kind: "moved", ...both(pair), words } as const };
    }),
    ...edited.map((pair) => ({
      at: pair[1],
      change: editOf(both(pair), moveWords(kept, pair, head)),
    })),
    ...removed.map((place) => {
      const before = kept[gapOf(kept, "base", place) - 1]?.[1] ?? -1;
      return { at: before + 0.5, change: removedRule(base[place] as PlacedRule) };
    }),
    ...added.map((place) => ({ at: place, change: addedRule(head[place] as PlacedRule) })),
  ];
  return {
    changes: placed.sort((one, other) => one.at - other.at).map(({ change }) => change),
    compared,
  };
}

/** A change with its place in head's order; a removed rule stands behind the kept rule that it followed. */
interface Placed {
  readonly at: number;
  readonly change: RuleChange;
}

interface Sides {
  readonly base: PlacedRule;
  readonly head: PlacedRule;
}

function ruleOf({ rule }: PlacedRule): Rule {
  return rule;
}

function editOf(sides: Sides, move: string | undefined): RuleChange {
  const { parts, words } = editWords(sides.base.rule, sides.head.rule);
  return {
    kind: "edited",
    ...sides,
    parts,
    words: move === undefined ? words : `${words}; ${move}`,
  };
}

function removedRule(base: PlacedRule): RuleChange {
  return { kind: "removed", base, words: `removed from ${whereabouts(base)}` };
}

function addedRule(head: PlacedRule): RuleChange {
  return { kind: "added", head, words: `added at ${whereabouts(head)}` };
}
