import type { AST } from "@eslint-community/regexpp";
import { closeUnderCase } from "./case-closure.ts";
import {
  type CharacterSet,
  characterSet,
  charactersOf,
  complement,
  difference,
  emptySet,
  equalSets,
  intersect,
  isEmpty,
  union,
} from "./character-set.ts";
import { engineCharacters } from "./engine-characters.ts";
import type { ExpressionFlags } from "./expression-flags.ts";
import { Irregular } from "./irregular.ts";
import { lineTerminators } from "./line-terminators.ts";
import { maxCharacter, type Unit } from "./nfa.ts";

/** A part of an expression that consumes exactly one character. */
export type CharacterNode =
  | AST.Character
  | AST.CharacterSet
  | AST.CharacterClass
  | AST.ExpressionCharacterClass;

type ClassElement = AST.CharacterClassElement | AST.ClassSubtraction | AST.ClassIntersection;

const digits = characterSet([[0x30, 0x39]]);

const spaces = characterSet([
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]);

const asciiWord = characterSet([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);

/** What `\w` and `\b` take for a word's character: ASCII letters, digits, `_`, and by code points also `ſ` and the Kelvin sign. */
export function wordCharacters(unit: Unit): CharacterSet {
  return closeUnderCase(asciiWord, unit);
}

/**
 * The characters that a one-character part of an expression matches, case ignored. ECMAScript has case ignored after a
 * complement for `\P` with `u`, before it for `[^…]`, and before everything else with `v`. V8 does so later with `v`, up
 * to the end of a `--` or `&&`, and does not repeat a `[^]`: throws `Irregular` where that makes a difference, and where a
 * class holds strings.
 */
export function matchedCharacters(node: CharacterNode, flags: ExpressionFlags): CharacterSet {
  const late = closeUnderCase(membersOf(node, { ...flags, foldsEarly: false }), flags.unit);
  if (flags.unicodeSets && !equalSets(late, membersOf(node, { ...flags, foldsEarly: true }))) {
    throw new Irregular(disagreement);
  }
  return late;
}

const disagreement = "engines disagree on a class of it with flag `v`";

/** When to close sets under case: at each leaf of a class, or only where a class ends. */
interface Reading extends ExpressionFlags {
  readonly foldsEarly: boolean;
}

function membersOf(node: ClassElement | CharacterNode, reading: Reading): CharacterSet {
  switch (node.type) {
    case "Character":
      return leaf(charactersOf([node.value]), reading);
    case "CharacterClassRange":
      return leaf(characterSet([[node.min.value, node.max.value]]), reading);
    case "CharacterSet":
      return namedSet(node, reading);
    case "CharacterClass": {
      const members = union(...node.elements.map((element) => membersOf(element, reading)));
      if (reading.unicodeSets && node.negate && isEmpty(members)) {
        throw new Irregular(disagreement);
      }
      return negated(node.negate, closeUnderCase(members, reading.unit), reading);
    }
    case "ExpressionCharacterClass":
      return negated(node.negate, membersOf(node.expression, reading), reading);
    case "ClassIntersection":
      return intersect(membersOf(node.left, reading), membersOf(node.right, reading));
    case "ClassSubtraction":
      return difference(membersOf(node.left, reading), membersOf(node.right, reading));
    case "ClassStringDisjunction":
      throw new Irregular("it has a class that holds strings");
  }
}

function namedSet(node: AST.CharacterSet, reading: Reading): CharacterSet {
  switch (node.kind) {
    case "any":
      return negated(true, reading.dotAll ? emptySet : lineTerminators, reading);
    case "digit":
      return negated(node.negate, digits, reading);
    case "space":
      return negated(node.negate, spaces, reading);
    case "word":
      return negated(node.negate, wordCharacters(reading.unit), reading);
    case "property": {
      if (node.strings) {
        throw new Irregular("it has a class that holds strings");
      }
      const name = node.value === null ? node.key : `${node.key}=${node.value}`;
      return negated(node.negate, leaf(engineCharacters(`\\p{${name}}`), reading), reading);
    }
  }
}

function leaf(set: CharacterSet, { foldsEarly, unit }: Reading): CharacterSet {
  return foldsEarly ? closeUnderCase(set, unit) : set;
}

function negated(negate: boolean, set: CharacterSet, { unit }: Reading): CharacterSet {
  return negate ? complement(set, maxCharacter[unit]) : set;
}
