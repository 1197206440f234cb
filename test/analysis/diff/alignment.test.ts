import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignment } from "../../../src/analysis/diff/alignment.ts";

const lists = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });

describe("an alignment", () => {
  it("pairs equal elements in the order of both lists, as many as can be", () => {
    fc.assert(
      fc.property(lists, lists, (base, head) => {
        const aligned = alignment(base, head);
        const pairs = aligned.base.flatMap((partner, at) =>
          partner === undefined ? [] : [[at, partner] as const],
        );
        for (const [at, partner] of pairs) {
          expect(head[partner]).toBe(base[at]);
          expect(aligned.head[partner]).toBe(at);
        }
        const partners = pairs.map(([, partner]) => partner);
        expect([...partners].sort((one, other) => one - other)).toEqual(partners);
        expect(pairs.length).toBe(longestCommon(base, head));
        expect(aligned.head.filter((one) => one !== undefined)).toHaveLength(pairs.length);
      }),
    );
  });
});

function longestCommon(base: readonly string[], head: readonly string[]): number {
  const [first, ...rest] = base;
  if (first === undefined) {
    return 0;
  }
  const at = head.indexOf(first);
  const without = longestCommon(rest, head);
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, head.slice(at + 1)));
}
