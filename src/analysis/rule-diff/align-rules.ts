import type { Rule } from "../../policy/rule.ts";
import { commonOrder, type Pair } from "./common-order.ts";
import { equalTexts, type Remaining } from "./equal-texts.ts";
import { ruleContent } from "./rule-content.ts";
import { turnedMoves } from "./turned-moves.ts";

/** Which rule of base is which rule of head. Every index of a side stands in one of the lists at most. */
export interface Alignment {
  /** Equal rules in the same order, ascending on both sides: what others can be said to have moved past. */
  readonly kept: readonly Pair[];
  /** Equal rules that stand elsewhere, by base's order. */
  readonly moved: readonly Pair[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** `as-a-set`: too much differs to say what moved; equal rules stand in none of the lists. */
  readonly compared: "in-order" | "as-a-set";
}

/** Aligns two rule lists by what the rules say, so that as few as possible are moved. */
export function alignRules(base: readonly Rule[], head: readonly Rule[]): Alignment {
  const contents = { base: base.map(ruleContent), head: head.map(ruleContent) };
  const all: Remaining = { base: [...base.keys()], head: [...head.keys()] };
  const common = commonOrder(contents.base, contents.head);
  const kept = common ?? [];
  const left = remainder(all, kept);
  const moved = equalTexts(contents, left);
  const { base: removed, head: added } = remainder(left, moved);
  if (common === undefined) return { kept, moved: [], removed, added, compared: "as-a-set" };
  return { ...turnedMoves({ kept, moved }, base), removed, added, compared: "in-order" };
}

/** What is left of both sides without the paired places. */
export function remainder(all: Remaining, pairs: readonly Pair[]): Remaining {
  const base = new Set(pairs.map(([place]) => place));
  const head = new Set(pairs.map(([, place]) => place));
  return {
    base: all.base.filter((place) => !base.has(place)),
    head: all.head.filter((place) => !head.has(place)),
  };
}
