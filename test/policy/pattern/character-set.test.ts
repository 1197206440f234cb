import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CharacterSet,
  characterSet,
  charactersOf,
  complement,
  contains,
  difference,
  emptySet,
  equalSets,
  intersect,
  isEmpty,
  sizeOf,
  union,
} from "../../../src/policy/pattern/character-set.ts";

const max = 24;
const universe = Array.from({ length: max + 1 }, (_, character) => character);
const character = fc.integer({ min: 0, max });
const sets = fc.array(fc.tuple(character, character), { maxLength: 5 }).map(characterSet);

function members(set: CharacterSet): number[] {
  return universe.filter((one) => contains(set, one));
}

function law(check: (one: CharacterSet, other: CharacterSet) => void): void {
  fc.assert(fc.property(sets, sets, check), { seed: 1 });
}

describe("a character set", () => {
  it("has the characters of its ranges, in any order, and none of an empty range", () => {
    const set = characterSet([
      [5, 7],
      [9, 8],
      [1, 2],
      [3, 4],
      [6, 9],
      [12, 12],
    ]);
    expect(set.ranges).toEqual([
      [1, 9],
      [12, 12],
    ]);
  });

  it("keeps its ranges sorted, disjoint and not adjacent", () => {
    law((one, other) => {
      for (const set of [one, union(one, other), intersect(one, other), difference(one, other)]) {
        expect(set).toEqual(charactersOf(members(set)));
      }
    });
  });

  it("has the operations of sets", () => {
    law((one, other) => {
      expect(members(union(one, other))).toEqual(
        universe.filter((each) => contains(one, each) || contains(other, each)),
      );
      expect(members(intersect(one, other))).toEqual(
        members(one).filter((each) => contains(other, each)),
      );
      expect(members(difference(one, other))).toEqual(
        members(one).filter((each) => !contains(other, each)),
      );
      expect(members(complement(one, max))).toEqual(
        universe.filter((each) => !contains(one, each)),
      );
    });
  });

  it("counts and compares", () => {
    law((one, other) => {
      expect(sizeOf(one)).toBe(members(one).length);
      expect(isEmpty(one)).toBe(members(one).length === 0);
      expect(equalSets(one, other)).toBe(String(members(one)) === String(members(other)));
      expect(equalSets(one, charactersOf(members(one)))).toBe(true);
    });
  });

  it("may be empty", () => {
    expect(isEmpty(emptySet)).toBe(true);
    expect(complement(emptySet, max).ranges).toEqual([[0, max]]);
    expect(difference(emptySet, characterSet([[0, max]]))).toEqual(emptySet);
  });

  it("has no character beyond the greatest of a complement", () => {
    expect(complement(characterSet([[3, 40]]), max).ranges).toEqual([[0, 2]]);
  });
});
