/** First and last character of a run, both inclusive. */
export type CharacterRange = readonly [first: number, last: number];

/**
 * A set of characters (UTF-16 units or code points, as its user says). Immutable.
 *
 * INVARIANT: ranges are sorted, disjoint and not adjacent, so equal sets have equal ranges.
 */
export interface CharacterSet {
  readonly ranges: readonly CharacterRange[];
}

/** The set without members. */
export const emptySet: CharacterSet = { ranges: [] };

/** The set of all characters of the given ranges, in any order, overlapping or not. Empty ranges (first > last) add nothing. */
export function characterSet(ranges: Iterable<CharacterRange>): CharacterSet {
  const sorted = [...ranges]
    .filter(([first, last]) => first <= last)
    .sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) {
      previous[1] = Math.max(previous[1], last);
    } else {
      merged.push([first, last]);
    }
  }
  return { ranges: merged };
}

/** The set of exactly these characters. */
export function charactersOf(characters: Iterable<number>): CharacterSet {
  return characterSet(Array.from(characters, (character) => [character, character] as const));
}

/** Characters that are in any of the sets. */
export function union(...sets: readonly CharacterSet[]): CharacterSet {
  return characterSet(sets.flatMap((set) => set.ranges));
}

/** Characters from 0 to `max` that are not in the set. */
export function complement(set: CharacterSet, max: number): CharacterSet {
  const ranges: CharacterRange[] = [];
  let next = 0;
  for (const [first, last] of set.ranges) {
    ranges.push([next, Math.min(first - 1, max)]);
    next = last + 1;
  }
  ranges.push([next, max]);
  return characterSet(ranges);
}

/** Characters that are in both sets. Linear in the number of ranges. */
export function intersect(one: CharacterSet, other: CharacterSet): CharacterSet {
  const ranges: CharacterRange[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const left = one.ranges[i];
    const right = other.ranges[j];
    if (left === undefined || right === undefined) {
      return characterSet(ranges);
    }
    ranges.push([Math.max(left[0], right[0]), Math.min(left[1], right[1])]);
    if (left[1] < right[1]) {
      i += 1;
    } else {
      j += 1;
    }
  }
}

/** Characters of `set` that are not in `removed`. */
export function difference(set: CharacterSet, removed: CharacterSet): CharacterSet {
  const last = set.ranges.at(-1);
  return last === undefined ? set : intersect(set, complement(removed, last[1]));
}

/** Whether the character is a member. Logarithmic in the number of ranges. */
export function contains(set: CharacterSet, character: number): boolean {
  let low = 0;
  let high = set.ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = set.ranges[middle];
    if (range !== undefined && range[1] < character) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const range = set.ranges[low];
  return range !== undefined && range[0] <= character;
}

/** Whether the set has no members. */
export function isEmpty(set: CharacterSet): boolean {
  return set.ranges.length === 0;
}

/** How many characters the set has. */
export function sizeOf(set: CharacterSet): number {
  return set.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Whether two sets have the same members. */
export function equalSets(one: CharacterSet, other: CharacterSet): boolean {
  return (
    one.ranges.length === other.ranges.length &&
    one.ranges.every(([first, last], index) => {
      const range = other.ranges[index];
      return range !== undefined && range[0] === first && range[1] === last;
    })
  );
}
