import type { Pair } from "./common-order.ts";
import { gapOf } from "./gap.ts";
import type { PlacedRule } from "./rule-diff.ts";

/**
 * How a rule moved past the kept rules, in head's lines: `moved below line 24`, `moved above line 8`. Undefined: it stands
 * between the same kept rules as before.
 */
export function moveWords(
  kept: readonly Pair[],
  [base, head]: Pair,
  headRules: readonly PlacedRule[],
): string | undefined {
  const from = gapOf(kept, "base", base);
  const to = gapOf(kept, "head", head);
  if (from === to) return undefined;
  // The nearest of the rules that it passed.
  const [, passed] = kept[to > from ? to - 1 : to] as Pair;
  return `moved ${to > from ? "below" : "above"} ${whereabouts(headRules[passed] as PlacedRule)}`;
}

/** Where a rule stands, for a sentence: `line 24`, or `rule 3` when the policy was not read from text. */
export function whereabouts({ reference }: PlacedRule): string {
  return reference.line === undefined ? `rule ${reference.index + 1}` : `line ${reference.line}`;
}
