import { type CharacterSet, characterSet } from "../../policy/pattern/character-set.ts";
import { lineTerminators } from "../../policy/pattern/line-terminators.ts";
import { type CharacterEscape, printedCharacters } from "./printed-characters.ts";
import type { ExpressionSyntax } from "./printed-expression.ts";

/** Every character that a text of PostgreSQL can hold: not NUL. */
const withoutNul: CharacterSet = characterSet([
  [1, 0xd7ff],
  [0xe000, 0x10ffff],
]);

const escaped: CharacterEscape = (code) => {
  const digits = code.toString(16).toUpperCase();
  return code > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
};

/**
 * PostgreSQL's advanced regular expressions, whose `\w` and `\y` go by locale and are not used. Without options `^` and `$` are
 * the very ends of the text; lookarounds say the rest.
 */
export const postgresSyntax: ExpressionSyntax = {
  escaped,
  alphabet: withoutNul,
  edge: (at, multiline) => {
    const edge = at === "start" ? "^" : "$";
    if (!multiline) return edge;
    const look = at === "start" ? "?<=" : "?=";
    return `(?:${edge}|(${look}${printedCharacters(lineTerminators, withoutNul, escaped)}))`;
  },
  wordBoundary: (negate, _, word) => {
    const [before, notBefore] = [`(?<=${word})`, `(?<!${word})`];
    const [after, notAfter] = [`(?=${word})`, `(?!${word})`];
    return negate
      ? `(?:${before}${after}|${notBefore}${notAfter})`
      : `(?:${before}${notAfter}|${notBefore}${after})`;
  },
  look: ({ direction, negate }, body) =>
    `(?${direction === "behind" ? "<" : ""}${negate ? "!" : "="}${body})`,
  mostRepeats: 255,
};
