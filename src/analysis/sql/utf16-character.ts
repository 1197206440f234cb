import {
  type CharacterSet,
  characterSet,
  charactersOf,
  difference,
  equalSets,
  intersect,
  isEmpty,
  sizeOf,
  union,
} from "../../policy/pattern/character-set.ts";
import { character, repeat, sequence, type TextExpression } from "./text-expression.ts";

/** A part of a pattern over UTF-16 units, written for whole characters. */
export interface Translated {
  readonly expression: TextExpression;
  /**
   * How many places on one way through the part must take half a character beyond U+FFFF, or may only be passed between halves.
   *
   * 0: none has to. A run without a least length (`.*`) takes both halves or none, and gives up what another run needs. So the
   * whole-character expression matches the same texts. 1: one run of at least one (`.+`) beside such runs: whatever half it
   * takes, it may take the other as well. More: nothing is known of texts that have such characters.
   */
  readonly halves: number;
}

/** UTF-16 surrogates: halves of a character beyond U+FFFF. */
export const surrogates: CharacterSet = characterSet([[0xd800, 0xdfff]]);

const astral: CharacterSet = characterSet([[0x10000, 0x10ffff]]);

/** One unit of a set. */
function oneUnit(set: CharacterSet, alphabet: CharacterSet): Translated {
  const halves = isEmpty(intersect(set, surrogates)) ? 0 : Number.POSITIVE_INFINITY;
  return { expression: character(wholeSet(set, alphabet)), halves };
}

/** A run of units of a set. */
export function unitRun(
  set: CharacterSet,
  { min, max }: { readonly min: number; readonly max: number },
  alphabet: CharacterSet,
): Translated {
  const one = oneUnit(set, alphabet);
  const free = takesAll(set) && max === Number.POSITIVE_INFINITY && min <= 1;
  return {
    expression: repeat(one.expression, min, max),
    halves: one.halves === 0 ? 0 : free ? min : Number.POSITIVE_INFINITY,
  };
}

/** Parts behind each other; a set is one unit, and two that can only be the halves of one character are that character. */
export function unitsInSequence(
  items: readonly (CharacterSet | Translated)[],
  alphabet: CharacterSet,
): Translated {
  const parts: Translated[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as CharacterSet | Translated;
    if ("expression" in item) {
      parts.push(item);
      continue;
    }
    const pair = wholeCharacter(item, items[index + 1]);
    if (pair !== undefined) index += 1;
    parts.push(
      pair === undefined
        ? oneUnit(item, alphabet)
        : { expression: character(intersect(pair, alphabet)), halves: 0 },
    );
  }
  return {
    expression: sequence(parts.map(({ expression }) => expression)),
    halves: parts.reduce((sum, { halves }) => sum + halves, 0),
  };
}

function wholeCharacter(
  high: CharacterSet,
  low: CharacterSet | Translated | undefined,
): CharacterSet | undefined {
  if (low === undefined || "expression" in low || sizeOf(high) !== 1 || sizeOf(low) !== 1) {
    return undefined;
  }
  const units = [high, low].map(({ ranges }) => Number(ranges[0]?.[0]));
  const code = Number(String.fromCharCode(...units).codePointAt(0));
  return code > 0xffff ? charactersOf([code]) : undefined;
}

function takesAll(set: CharacterSet): boolean {
  return equalSets(intersect(set, surrogates), surrogates);
}

/** Characters up to U+FFFF of a set of units, and all beyond where it holds every half. */
function wholeSet(set: CharacterSet, alphabet: CharacterSet): CharacterSet {
  const basic = difference(set, surrogates);
  return intersect(takesAll(set) ? union(basic, astral) : basic, alphabet);
}
