import {
  type CharacterRange,
  type CharacterSet,
  difference,
  isEmpty,
  sizeOf,
  union,
} from "../../policy/pattern/character-set.ts";
import { surrogates } from "./utf16-character.ts";

/** How an engine's syntax names one character by its number. */
export type CharacterEscape = (code: number) => string;

/**
 * A set of characters, never empty, as one atom of an expression: a character, or a class that lists it or what it leaves out,
 * whichever is shorter. Letters and digits stand for themselves, nothing else does: what is printed is ASCII, without quotes.
 */
export function printedCharacters(
  set: CharacterSet,
  alphabet: CharacterSet,
  escaped: CharacterEscape,
): string {
  if (sizeOf(set) === 1) return outside(Number(set.ranges[0]?.[0]), escaped);
  const others = difference(alphabet, set);
  if (isEmpty(others)) return `[${ranges(set, escaped)}]`;
  const [members, left] = [set, others].map((one) => ranges(one, escaped)) as [string, string];
  return left.length < members.length ? `[^${left}]` : `[${members}]`;
}

function ranges(set: CharacterSet, escaped: CharacterEscape): string {
  return withoutHalves(set)
    .ranges.map(([first, last]: CharacterRange) => {
      if (first === last) return inside(first, escaped);
      const dash = last === first + 1 ? "" : "-";
      return `${inside(first, escaped)}${dash}${inside(last, escaped)}`;
    })
    .join("");
}

/** No text holds a half of a character, so a range may run over them, and none begins or ends there. */
function withoutHalves(set: CharacterSet): CharacterSet {
  const bridged = union(set, surrogates);
  const spans = bridged.ranges.some(([first, last]) => first < 0xd800 && last > 0xdfff);
  return spans ? bridged : difference(set, surrogates);
}

function inside(code: number, escaped: CharacterEscape): string {
  const text = String.fromCodePoint(code);
  return /^[0-9A-Za-z_]$/.test(text) ? text : escaped(code);
}

function outside(code: number, escaped: CharacterEscape): string {
  const text = String.fromCodePoint(code);
  if (/^[0-9A-Za-z_ @]$/.test(text)) return text;
  return /^[.-]$/.test(text) ? `\\${text}` : escaped(code);
}
