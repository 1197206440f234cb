import { describe, expect, it } from "vitest";
import { closeUnderCase } from "../../../src/policy/pattern/case-closure.ts";
import { characterSet, charactersOf } from "../../../src/policy/pattern/character-set.ts";
import { maxCharacter, type Unit } from "../../../src/policy/pattern/nfa.ts";

/** Characters of a text that equal `character` when case is ignored. */
function equalTo(character: string, unit: Unit): string {
  const set = closeUnderCase(charactersOf([Number(character.codePointAt(0))]), unit);
  return set.ranges
    .flatMap(([first, last]) => between(first, last))
    .map((code) => String.fromCodePoint(code))
    .join("");
}

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

describe("characters that are equal when case is ignored", () => {
  it.each([
    ["k", "Kk", "Kk\u212a"],
    ["s", "Ss", "Ssſ"],
    ["ſ", "ſ", "Ssſ"],
    ["ß", "ß", "ßẞ"],
    ["σ", "Σςσ", "Σςσ"],
    ["µ", "µΜμ", "µΜμ"],
    ["i", "Ii", "Ii"],
    ["ı", "ı", "ı"],
    ["İ", "İ", "İ"],
    ["ǆ", "ǄǅǆX".slice(0, 3), "Ǆǅǆ"],
    ["ꭰ", "Ꭰꭰ", "Ꭰꭰ"],
    ["-", "-", "-"],
  ])("%s: by units %s, by code points %s", (character, byUnits, byCodePoints) => {
    expect(equalTo(character, "code-unit")).toBe(byUnits);
    expect(equalTo(character, "code-point")).toBe(byCodePoints);
  });

  it("are astral letters as well, by code points", () => {
    expect(equalTo("𐐀", "code-point")).toBe("𐐀𐐨");
  });

  it("are added for every member of a range", () => {
    expect(closeUnderCase(characterSet([[0x61, 0x63]]), "code-unit").ranges).toEqual([
      [0x41, 0x43],
      [0x61, 0x63],
    ]);
  });

  it.each<[Unit, string]>([
    ["code-unit", "i"],
    ["code-point", "iu"],
  ])("are those of the engine: %s", (unit, flags) => {
    const everything = between(0, Math.min(maxCharacter[unit], 0x2fff)).map((code) =>
      String.fromCodePoint(code),
    );
    for (const character of "kſßΣµıİἈᾼΩ℧ΐ") {
      const engine = everything.filter((other) => new RegExp(character, flags).test(other));
      const ours = Array.from(equalTo(character, unit)).filter((other) =>
        everything.includes(other),
      );
      expect(ours).toEqual(engine);
    }
  });
});
