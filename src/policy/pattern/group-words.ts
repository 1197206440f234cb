import type { AST } from "@eslint-community/regexpp";
import { closeUnderCase } from "./case-closure.ts";
import { type CharacterSet, charactersOf, contains, sizeOf } from "./character-set.ts";
import { matchedCharacters } from "./expression-characters.ts";
import type { ExpressionFlags } from "./expression-flags.ts";

/** Texts that are equal when case is ignored: one set of equal characters for each place. */
export type GroupWord = readonly CharacterSet[];

/** How many words one group may have, and how many characters one place. */
const maxWords = 64;
const maxCharacters = 256;

/** Every word that a group can capture, or undefined when they are many, or depend on where the group stands. */
export function groupWords(
  group: AST.CapturingGroup | AST.Group,
  flags: ExpressionFlags,
): readonly GroupWord[] | undefined {
  return anyOf(group.alternatives.map((alternative) => sequence(alternative.elements, flags)));
}

type Words = readonly GroupWord[] | undefined;

function anyOf(alternatives: readonly Words[]): Words {
  const all: GroupWord[] = [];
  for (const words of alternatives) {
    if (words === undefined || all.length + words.length > maxWords) {
      return undefined;
    }
    all.push(...words);
  }
  return all;
}

function sequence(elements: readonly AST.Element[], flags: ExpressionFlags): Words {
  let all: Words = [[]];
  for (const element of elements) {
    all = followedBy(all, elementWords(element, flags));
  }
  return all;
}

function followedBy(words: Words, next: Words): Words {
  if (words === undefined || next === undefined || words.length * next.length > maxWords) {
    return undefined;
  }
  return words.flatMap((word) => next.map((rest) => [...word, ...rest]));
}

function elementWords(element: AST.Element, flags: ExpressionFlags): Words {
  switch (element.type) {
    case "Assertion":
    case "Backreference":
      return undefined;
    case "CapturingGroup":
      return groupWords(element, flags);
    case "Group":
      return element.modifiers === null ? groupWords(element, flags) : undefined;
    case "Quantifier":
      return repeated(element, flags);
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return oneCharacterWords(matchedCharacters(element, flags), flags);
  }
}

function repeated({ element, min, max }: AST.Quantifier, flags: ExpressionFlags): Words {
  if (max > maxWords) {
    return undefined;
  }
  const once = elementWords(element, flags);
  const counts: Words[] = [[[]]];
  for (let count = 1; count <= max; count += 1) {
    counts.push(followedBy(counts.at(-1), once));
  }
  return anyOf(counts.slice(min));
}

function oneCharacterWords(set: CharacterSet, { unit }: ExpressionFlags): Words {
  if (sizeOf(set) > maxCharacters) {
    return undefined;
  }
  const words: GroupWord[] = [];
  const taken: CharacterSet[] = [];
  for (const [first, last] of set.ranges) {
    for (let character = first; character <= last; character += 1) {
      if (!taken.some((equal) => contains(equal, character))) {
        const equal = closeUnderCase(charactersOf([character]), unit);
        taken.push(equal);
        words.push([equal]);
      }
    }
  }
  return words.length > maxWords ? undefined : words;
}
