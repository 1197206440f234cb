import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import { type CharacterEscape, printedCharacters } from "./printed-characters.ts";
import type { Look, Repeat, TextExpression } from "./text-expression.ts";
import { Unsayable } from "./unsayable.ts";

/** How an engine writes what engines write differently. Each throws `Unsayable` for what the engine lacks. */
export interface ExpressionSyntax {
  readonly escaped: CharacterEscape;
  readonly alphabet: CharacterSet;
  /** How a set is written that must not be a class. */
  readonly notAsClass?: (set: CharacterSet) => string | undefined;
  /** The very start or end of the text; with `multiline` also behind or before each of JavaScript's line terminators. */
  readonly edge: (at: "start" | "end", multiline: boolean) => string;
  /** `word` is the characters of words, as a class. */
  readonly wordBoundary: (negate: boolean, word: CharacterSet, printedWord: string) => string;
  readonly look: (look: Omit<Look, "kind" | "body">, body: string) => string;
  /** The greatest number in `{n,m}`, with those of all groups around it multiplied. */
  readonly mostRepeats: number;
}

/** Longer expressions than this may be too large for an engine, which would then refuse the whole query. */
const longest = 20_000;

/** An expression, neither `nothing` nor `empty`, in an engine's syntax. ASCII without quotes. Throws `Unsayable`. */
export function printedExpression(expression: TextExpression, syntax: ExpressionSyntax): string {
  const text = printed(expression, syntax, 1);
  if (text.length <= longest) return text;
  throw new Unsayable(`it comes to more than ${longest} characters there`);
}

function printed(expression: TextExpression, syntax: ExpressionSyntax, copies: number): string {
  switch (expression.kind) {
    case "nothing":
    case "empty":
      return "";
    case "character":
      return characters(expression.set, syntax);
    case "sequence":
      return expression.parts.map((part) => printed(part, syntax, copies)).join("");
    case "choice":
      return `(?:${expression.options.map((option) => printed(option, syntax, copies)).join("|")})`;
    case "repeat":
      return repeated(expression, syntax, copies);
    case "start":
    case "end":
      return syntax.edge(expression.kind, expression.multiline);
    case "word-boundary": {
      const { negate, word } = expression;
      return syntax.wordBoundary(negate, word, characters(word, syntax));
    }
    case "look":
      return syntax.look(expression, printed(expression.body, syntax, copies));
  }
}

function characters(
  set: CharacterSet,
  { alphabet, escaped, notAsClass }: ExpressionSyntax,
): string {
  return notAsClass?.(set) ?? printedCharacters(set, alphabet, escaped);
}

function repeated({ part, min, max }: Repeat, syntax: ExpressionSyntax, around: number): string {
  const endless = max === Number.POSITIVE_INFINITY;
  const copies = around * Math.max(1, endless ? min : max);
  if (copies > syntax.mostRepeats) {
    throw new Unsayable(`it repeats a part more than ${syntax.mostRepeats} times`);
  }
  const text = printed(part, syntax, copies);
  const atom = part.kind === "character" ? text : `(?:${text})`;
  if (min === 0 && max === 1) return `${atom}?`;
  if (endless && min <= 1) return `${atom}${min === 0 ? "*" : "+"}`;
  if (endless) return `${atom}{${min},}`;
  return min === max ? `${atom}{${min}}` : `${atom}{${min},${max}}`;
}
