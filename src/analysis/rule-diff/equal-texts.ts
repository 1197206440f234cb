import type { Pair } from "./common-order.ts";

/** Places of both sides that have no partner yet, ascending. */
export interface Remaining {
  readonly base: readonly number[];
  readonly head: readonly number[];
}

/**
 * Pairs places whose texts are equal: the first of base with the first of head, the second with the second. The pairs are
 * in base's order.
 */
export function equalTexts(
  texts: { readonly base: readonly string[]; readonly head: readonly string[] },
  remaining: Remaining,
): readonly Pair[] {
  const headPlaces = new Map<string | undefined, number[]>();
  for (const place of remaining.head) {
    const places = headPlaces.get(texts.head[place]);
    if (places === undefined) headPlaces.set(texts.head[place], [place]);
    else places.push(place);
  }
  // Reversed, so that the first is taken from the end, which costs nothing.
  for (const places of headPlaces.values()) places.reverse();
  return remaining.base.flatMap((place): Pair[] => {
    const partner = headPlaces.get(texts.base[place])?.pop();
    return partner === undefined ? [] : [[place, partner]];
  });
}
