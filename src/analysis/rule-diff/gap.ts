import type { Pair } from "./common-order.ts";

/**
 * How many of the kept rules stand before a place of one side: two places with the same number on both sides lie between
 * the same kept rules. `kept` is ascending on both sides; binary search.
 */
export function gapOf(kept: readonly Pair[], side: "base" | "head", place: number): number {
  const of = side === "base" ? 0 : 1;
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((kept[middle] as Pair)[of] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
