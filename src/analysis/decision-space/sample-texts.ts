import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";

const mostTried = 2000;
const mostFound = 40;
const mostPieces = 5;

/**
 * Some texts that a pattern matches, found by trying what can be put together from the letters that it is written with. For
 * patterns that no automaton stands for; there may be others, and none may be found.
 */
export function sampleTexts(pattern: Pattern): readonly string[] {
  const pieces = piecesOf(pattern.text);
  const found: string[] = [];
  let tried = 0;
  let texts = [""];
  for (let count = 0; count <= mostPieces && texts.length > 0; count += 1) {
    for (const text of texts) {
      tried += 1;
      if (tried > mostTried || found.length === mostFound) {
        return found;
      }
      if (matchPattern(pattern, text) === "match") {
        found.push(text);
      }
    }
    texts =
      tried + texts.length * pieces.length > mostTried * pieces.length
        ? []
        : texts.flatMap((text) => pieces.map((piece) => text + piece));
  }
  return found;
}

/** Runs of plain characters, with a letter and a digit for the escapes that stand for such. */
function piecesOf(text: string): readonly string[] {
  const plain = text
    .replace(/\\[dD]/g, "|0|")
    .replace(/\\[a-zA-Z0-9]/g, "|a|")
    .replace(/\{[^}]*\}|\(\?[:=!<]+|\/[a-z]*$/g, "|");
  const runs = plain.match(/\w+|[^\w\s()[\]{}|*+?^$\\/]/g) ?? [];
  return [...new Set([...runs, "a", "0"])];
}
