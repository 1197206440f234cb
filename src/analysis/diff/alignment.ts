import { certain } from "../automaton/certain.ts";
/** For each element of two lists, the index of its partner in the other list. */
export interface Alignment {
  readonly base: readonly (number | undefined)[];
  readonly head: readonly (number | undefined)[];
}

/**
 * A longest alignment of equal elements that keeps the order of both lists. No list may hold an element twice. `n log n`
 * for lists of n elements (longest increasing subsequence).
 */
export function alignment(base: readonly string[], head: readonly string[]): Alignment {
  const headIndex = new Map(head.map((element, index) => [element, index]));
  const ends: { readonly at: number; readonly partner: number; readonly before: number }[][] = [];
  base.forEach((element, at) => {
    const partner = headIndex.get(element);
    if (partner !== undefined) {
      const length = firstLength(ends, partner);
      const before = (ends[length - 1]?.length ?? 0) - 1;
      const chain = ends[length] ?? [];
      chain.push({ at, partner, before });
      ends[length] = chain;
    }
  });
  const aligned = { base: base.map(() => undefined), head: head.map(() => undefined) } as {
    base: (number | undefined)[];
    head: (number | undefined)[];
  };
  let link = (ends.at(-1)?.length ?? 0) - 1;
  for (const chain of [...ends].reverse()) {
    const end = certain(chain[link]);
    aligned.base[end.at] = end.partner;
    aligned.head[end.partner] = end.at;
    link = end.before;
  }
  return aligned;
}

/** The length of the longest chain that an element with this partner can end, from 0. */
function firstLength(
  ends: readonly (readonly { readonly partner: number }[])[],
  partner: number,
): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (certain(ends[middle]?.at(-1)?.partner) < partner) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
