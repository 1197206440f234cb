import { closeUnderCase } from "../../policy/pattern/case-closure.ts";
import { type CharacterSet, charactersOf, complement } from "../../policy/pattern/character-set.ts";
import { expressionFlags } from "../../policy/pattern/expression-flags.ts";
import { lineTerminators } from "../../policy/pattern/line-terminators.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { bodyExpression } from "./body-expression.ts";
import { empty, nothing, type TextExpression } from "./text-expression.ts";
import { type Translated, unitRun, unitsInSequence } from "./utf16-character.ts";

/** What a pattern says of a text, in an engine that reads whole characters. */
export interface PatternExpression {
  readonly expression: TextExpression;
  /**
   * False: the pattern reads UTF-16 units, and what it says of a text with characters beyond U+FFFF (two units each) cannot be
   * said by whole characters. Of all other texts, and where true of all texts, the expression says the same.
   */
  readonly wholeCharacters: boolean;
}

/**
 * The expression that matches a text of whole characters exactly where the pattern does. `alphabet`: the characters that such a
 * text can hold. Throws `Unsayable` for what is no regular expression.
 */
export function patternExpression(pattern: Pattern, alphabet: CharacterSet): PatternExpression {
  switch (pattern.kind) {
    case "anything":
      return { expression: empty, wholeCharacters: true };
    case "dead":
      return { expression: nothing, wholeCharacters: true };
    case "glob":
      return patternOf(anchored(globParts(pattern.text, alphabet), alphabet));
    case "expression": {
      const body = bodyExpression(pattern, alphabet);
      const { sticky } = expressionFlags(pattern.flags);
      return patternOf(sticky ? unitsInSequence([textStart, body], alphabet) : body);
    }
  }
}

/** The expression of exactly one text, case and all. */
export function exactExpression(text: string, alphabet: CharacterSet): PatternExpression {
  const units = Array.from({ length: text.length }, (_, index) =>
    charactersOf([text.charCodeAt(index)]),
  );
  return patternOf(anchored(units, alphabet));
}

function patternOf({ expression, halves }: Translated): PatternExpression {
  return { expression, wholeCharacters: halves <= 1 };
}

const textStart: Translated = { expression: { kind: "start", multiline: false }, halves: 0 };
const textEnd: Translated = { expression: { kind: "end", multiline: false }, halves: 0 };

function anchored(
  parts: readonly (CharacterSet | Translated)[],
  alphabet: CharacterSet,
): Translated {
  return unitsInSequence([textStart, ...parts, textEnd], alphabet);
}

const ofOneLine: CharacterSet = complement(lineTerminators, 0xffff);
const anyNumber = { min: 0, max: Number.POSITIVE_INFINITY };

/** Kortix semantics: `*` is any run of characters without a line terminator, everything else stands for itself in any case. */
function globParts(glob: string, alphabet: CharacterSet): readonly (CharacterSet | Translated)[] {
  return Array.from({ length: glob.length }, (_, index) =>
    glob[index] === "*"
      ? unitRun(ofOneLine, anyNumber, alphabet)
      : closeUnderCase(charactersOf([glob.charCodeAt(index)]), "code-unit"),
  );
}
