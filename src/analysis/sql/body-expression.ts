import { type CharacterSet, intersect } from "../../policy/pattern/character-set.ts";
import {
  type CharacterNode,
  matchedCharacters,
  wordCharacters,
} from "../../policy/pattern/expression-characters.ts";
import { type ExpressionFlags, expressionFlags } from "../../policy/pattern/expression-flags.ts";
import {
  type ExpressionPattern,
  type ExpressionTree,
  expressionTree,
} from "../../policy/pattern/expression-tree.ts";
import { Irregular } from "../../policy/pattern/irregular.ts";
import { character, choice, look, repeat } from "./text-expression.ts";
import { Unsayable } from "./unsayable.ts";
import { type Translated, unitRun, unitsInSequence } from "./utf16-character.ts";

type Alternative = ExpressionTree["alternatives"][number];
type Element = Alternative["elements"][number];
type Quantifier = Extract<Element, { type: "Quantifier" }>;
type AssertionNode = Extract<Element, { type: "Assertion" }>;

/** What every part of one expression is read with. */
interface Reading {
  readonly flags: ExpressionFlags;
  readonly alphabet: CharacterSet;
}

/**
 * The body of an expression, over whole characters: case, `.`, classes and flags become sets, as the house's automata read
 * them. Throws `Unsayable` for back-references, modifiers, and what engines themselves disagree on.
 */
export function bodyExpression(pattern: ExpressionPattern, alphabet: CharacterSet): Translated {
  const tree = expressionTree(pattern);
  if ("kind" in tree) throw new Unsayable(tree.because);
  try {
    return anyOf(tree.alternatives, { flags: expressionFlags(pattern.flags), alphabet });
  } catch (error) {
    throw error instanceof Irregular ? new Unsayable(error.message) : error;
  }
}

function anyOf(alternatives: readonly Alternative[], reading: Reading): Translated {
  const options = alternatives.map(({ elements }) =>
    unitsInSequence(
      elements.map((element) => part(element, reading)),
      reading.alphabet,
    ),
  );
  return {
    expression: choice(options.map(({ expression }) => expression)),
    halves: Math.max(...options.map(({ halves }) => halves)),
  };
}

/** A set stands for one UTF-16 unit, which may be one half of a character. */
function part(element: Element, reading: Reading): CharacterSet | Translated {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return oneCharacter(element, reading);
    case "Assertion":
      return assertion(element, reading);
    case "CapturingGroup":
      return anyOf(element.alternatives, reading);
    case "Group":
      if (element.modifiers !== null) throw new Unsayable("it changes flags inside");
      return anyOf(element.alternatives, reading);
    case "Quantifier":
      return quantified(element, reading);
    case "Backreference":
      throw new Unsayable("it refers back to a group", "write out what the group can be");
  }
}

function oneCharacter(
  node: CharacterNode,
  { flags, alphabet }: Reading,
): CharacterSet | Translated {
  const set = matchedCharacters(node, flags);
  return flags.unit === "code-unit"
    ? set
    : { expression: character(intersect(set, alphabet)), halves: 0 };
}

function quantified({ element, min, max }: Quantifier, reading: Reading): Translated {
  const once = part(element, reading);
  if ("ranges" in once) return unitRun(once, { min, max }, reading.alphabet);
  const { expression, halves } = once;
  return {
    expression: repeat(expression, min, max),
    halves: halves === 0 || max <= 1 ? halves : Number.POSITIVE_INFINITY,
  };
}

function assertion(node: AssertionNode, reading: Reading): Translated {
  const { multiline, unit } = reading.flags;
  switch (node.kind) {
    case "start":
    case "end":
      return { expression: { kind: node.kind, multiline }, halves: 0 };
    case "word": {
      const { negate } = node;
      if (negate && unit === "code-point") throw new Unsayable("it has `\\B` and flag `u` or `v`");
      return {
        expression: { kind: "word-boundary", negate, word: wordCharacters(unit) },
        // Between two halves is no boundary, so only `\B` can hold there.
        halves: negate ? Number.POSITIVE_INFINITY : 0,
      };
    }
    case "lookahead":
    case "lookbehind":
      if (unit === "code-point") throw new Unsayable("it looks around and has flag `u` or `v`");
      return {
        expression: look({
          direction: node.kind === "lookahead" ? "ahead" : "behind",
          negate: node.negate,
          body: anyOf(node.alternatives, reading).expression,
        }),
        halves: Number.POSITIVE_INFINITY,
      };
  }
}
