import type { Rule } from "../../policy/rule.ts";
import { type Alignment, remainder } from "./align-rules.ts";
import type { Pair } from "./common-order.ts";
import { equalTexts, type Remaining } from "./equal-texts.ts";
import { gapOf } from "./gap.ts";
import { isRewording } from "./rewording.ts";

/** What of an alignment's removed and added rules is rather one rule that was edited. */
export interface Edits {
  /** By base's order. */
  readonly edited: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

interface Sides<T> {
  readonly base: readonly T[];
  readonly head: readonly T[];
}

/**
 * Pairs removed with added rules that are versions of one another, the surest first: the same match between the same
 * kept rules; a similar rule between the same kept rules; the same match anywhere.
 */
export function pairEdits(rules: Sides<Rule>, alignment: Alignment): Edits {
  const { kept, removed, added } = alignment;
  const gaps = {
    base: rules.base.map((_, place) => gapOf(kept, "base", place)),
    head: rules.head.map((_, place) => gapOf(kept, "head", place)),
  };
  const matches = { base: rules.base.map(matchText), head: rules.head.map(matchText) };
  const placed = {
    base: matches.base.map((match, place) => `${gaps.base[place]} ${match}`),
    head: matches.head.map((match, place) => `${gaps.head[place]} ${match}`),
  };
  const all: Remaining = { base: removed, head: added };
  const samePlace = equalTexts(placed, all);
  const afterFirst = remainder(all, samePlace);
  const similar = rewordings(rules, gaps, afterFirst);
  const afterSecond = remainder(afterFirst, similar);
  const sameMatch = equalTexts(matches, afterSecond);
  const { base, head } = remainder(afterSecond, sameMatch);
  const edited = [...samePlace, ...similar, ...sameMatch].sort(([one], [other]) => one - other);
  return { edited, removed: base, added: head };
}

function matchText({ match }: Rule): string {
  return match.text;
}

/** Every rule of a gap is compared with every other, which a rewritten file would make too many. */
const mostComparisons = 2500;

function rewordings(
  rules: Sides<Rule>,
  gaps: Sides<number>,
  remaining: Remaining,
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const gap of new Set(remaining.base.map((place) => gaps.base[place]))) {
    const removed = remaining.base.filter((place) => gaps.base[place] === gap);
    const added = new Set(remaining.head.filter((place) => gaps.head[place] === gap));
    if (removed.length * added.size > mostComparisons) continue;
    for (const place of removed) {
      const before = rules.base[place] as Rule;
      const partner = [...added].find((other) => isRewording(before, rules.head[other] as Rule));
      if (partner === undefined) continue;
      added.delete(partner);
      pairs.push([place, partner]);
    }
  }
  return pairs;
}
