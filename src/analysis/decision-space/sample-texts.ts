import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";

const mostTried = 2000;
const mostFound = 40;

/**
 * Some texts that a pattern matches, found by trying what can be put together from the letters that it is written with. For
 * patterns that no automaton stands for; there may be others, and none may be found.
 */
export function sampleTexts(pattern: Pattern): readonly string[] {
  const pieces = piecesOf(pattern.text);
  const tried = [""];
  const found: string[] = [];
  for (const text of tried) {
    if (matchPattern(pattern, text) === "match" && found.push(text) === mostFound) {
      return found;
    }
    tried.push(...pieces.slice(0, mostTried - tried.length).map((piece) => text + piece));
  }
  return found;
}

/** Runs of plain characters, with a letter and a digit for the escapes that stand for such. */
function piecesOf(text: string): readonly string[] {
  const plain = text
    .replace(/\\[dD]/g, "|0|")
    .replace(/\\[a-zA-Z0-9]/g, "|a|")
    .replace(/\{[^}]*\}|\(\?[:=!<]+|\/[a-z]*$/g, "|");
  const runs = [...plain.matchAll(/\w+|[^\w\s()[\]{}|*+?^$\\/]/g)].map(([run]) => run);
  return [...new Set([...runs, "a", "0"])];
}
