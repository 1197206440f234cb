import { expect, it } from "vitest";
import { engineCharacters } from "../../../src/policy/pattern/engine-characters.ts";

it.each([
  ["[a-c]", [[0x61, 0x63]]],
  ["\\p{Surrogate}", [[0xd800, 0xdfff]]],
  ["\\p{Any}", [[0, 0x10ffff]]],
  ["[^\\p{Any}]", []],
  ["\\p{Script=Deseret}", [[0x10400, 0x1044f]]],
])("finds the code points of %s", (source, ranges) => {
  expect(engineCharacters(source).ranges).toEqual(ranges);
});
