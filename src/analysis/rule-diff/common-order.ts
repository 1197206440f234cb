import { diffArrays } from "diff";

/** A place in base and the place in head that holds the same. */
export type Pair = readonly [base: number, head: number];

/** Beyond so many differences the work (its square) is not worth the answer: nobody reads a list of so many moves. */
const mostEdits = 1000;

/**
 * The longest list of equal texts that stand in the same order on both sides: what is left over is as little as can be.
 * Undefined: too much differs to find it.
 */
export function commonOrder(
  base: readonly string[],
  head: readonly string[],
): readonly Pair[] | undefined {
  // What stands on one side alone is never common, and leaving it out keeps a rewritten list cheap.
  const baseAt = placesOfShared(base, head);
  const headAt = placesOfShared(head, base);
  const changes = diffArrays(
    baseAt.map((place) => base[place]),
    headAt.map((place) => head[place]),
    { maxEditLength: mostEdits },
  );
  if (changes === undefined) return undefined;
  const pairs: Pair[] = [];
  let atBase = 0;
  let atHead = 0;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      const places = baseAt.slice(atBase, atBase + count);
      // An unchanged stretch has the same length on both sides.
      pairs.push(...places.map((place, step): Pair => [place, headAt[atHead + step] as number]));
    }
    if (!added) atBase += count;
    if (!removed) atHead += count;
  }
  return pairs;
}

function placesOfShared(own: readonly string[], other: readonly string[]): readonly number[] {
  const others = new Set(other);
  return own.flatMap((text, place) => (others.has(text) ? [place] : []));
}
