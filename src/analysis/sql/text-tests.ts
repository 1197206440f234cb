import { characterSet } from "../../policy/pattern/character-set.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import {
  exactExpression,
  type PatternExpression,
  patternExpression,
} from "./pattern-expression.ts";
import { printedExpression } from "./printed-expression.ts";
import type { SqlWriter, TextTest } from "./sql-writer.ts";
import { character } from "./text-expression.ts";

const always: TextTest = { matches: () => "TRUE" };
const never: TextTest = { matches: () => "FALSE" };

/** For a pattern that the dialect cannot say, where that is allowed: nobody can tell of any text. */
export const unsayable: TextTest = { ...never, unclear: () => "TRUE" };

/** The test of a pattern. Throws `Unsayable`. */
export function patternTest(pattern: Pattern, writer: SqlWriter): TextTest {
  return testOf(patternExpression(pattern, writer.syntax.alphabet), writer);
}

/** The test for one text, which only that passes. */
export function exactTest(text: string, writer: SqlWriter): TextTest {
  const exact = exactExpression(text, writer.syntax.alphabet);
  // Half a character is in no text of an engine.
  return exact.wholeCharacters ? testOf(exact, writer) : never;
}

/** TRUE or FALSE where a text, not NULL, passes or fails a test, NULL where nobody can tell. */
export function passes(subject: string, { matches, unclear }: TextTest): string {
  if (unclear === undefined) return matches(subject);
  return `CASE WHEN NOT ${unclear(subject)} THEN ${matches(subject)} END`;
}

function testOf({ expression, wholeCharacters }: PatternExpression, writer: SqlWriter): TextTest {
  if (expression.kind === "empty") return always;
  if (expression.kind === "nothing" && wholeCharacters) return never;
  const { syntax, matches } = writer;
  const printed = printedExpression(expression, syntax);
  const beyond = printedExpression(character(characterSet([[0x10000, 0x10ffff]])), syntax);
  return {
    matches: expression.kind === "nothing" ? never.matches : (subject) => matches(subject, printed),
    ...(wholeCharacters ? {} : { unclear: (subject: string) => matches(subject, beyond) }),
  };
}
