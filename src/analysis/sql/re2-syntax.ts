import {
  type CharacterSet,
  characterSet,
  charactersOf,
  equalSets,
} from "../../policy/pattern/character-set.ts";
import { wordCharacters } from "../../policy/pattern/expression-characters.ts";
import type { ExpressionSyntax } from "./printed-expression.ts";
import { Unsayable } from "./unsayable.ts";

/** Every character that a UTF-8 text can hold. */
const unicode: CharacterSet = characterSet([
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
]);

/** RE2 reads `[Kk]` as a letter in any case, and in a choice then takes the Kelvin sign for one, as `ſ` for `[Ss]`. */
const foldable = ["Kk", "Ss"].map((pair) => ({
  codes: Array.from(pair, (letter) => letter.charCodeAt(0)),
  choice: `(?:${[...pair].join("|")})`,
}));

/**
 * RE2 over UTF-8, as DuckDB and ClickHouse have it. It has no lookarounds, `^` behind a line feed alone, and finds `\B` between
 * the bytes of one character; all three are refused. `\b` is that of ASCII, as in JavaScript without flag `u`.
 */
export const re2Syntax: ExpressionSyntax = {
  escaped: (code) => `\\x{${code.toString(16).toUpperCase().padStart(2, "0")}}`,
  alphabet: unicode,
  notAsClass: (set) => foldable.find((pair) => equalSets(set, charactersOf(pair.codes)))?.choice,
  edge: (at, multiline) => {
    if (multiline) throw new Unsayable("it has `^` or `$` and flag `m`");
    return at === "start" ? "\\A" : "\\z";
  },
  wordBoundary: (negate, word) => {
    if (negate) throw new Unsayable("it has `\\B`");
    if (equalSets(word, wordCharacters("code-unit"))) return "\\b";
    throw new Unsayable("it has `\\b` and flag `u` or `v`");
  },
  look: ({ direction }) => {
    throw new Unsayable(
      `it looks ${direction}`,
      "where it says what a text must not hold, match what it must not and set `negate: true`",
    );
  },
  mostRepeats: 1000,
};
