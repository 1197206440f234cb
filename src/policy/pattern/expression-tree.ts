import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { expressionFlags } from "./expression-flags.ts";
import type { NotRegular, Unit } from "./nfa.ts";
import type { Pattern } from "./pattern.ts";

/** A pattern that is a regular expression and compiles. */
export type ExpressionPattern = Extract<Pattern, { kind: "expression" }>;

/** A body's syntax tree. */
export type ExpressionTree = AST.Pattern;

/** Longest body that is read, in UTF-16 units. By code points, each part can take the engine some tenths of a millisecond. */
const maxLength: Record<Unit, number> = { "code-unit": 20_000, "code-point": 2000 };

/** Most different character properties: each is looked up in the engine, for every code point. */
const maxProperties = 16;

/** Deepest nesting of groups and classes that is read: everything that walks a tree recurses. */
const maxDepth = 200;

const parser = new RegExpParser({ ecmaVersion: 2025 });

/**
 * The syntax tree of an expression that the running engine compiles. Whether an expression is valid is the engine's word;
 * where the parser does not agree, and for a body too large to work with, there is no tree.
 */
export function expressionTree({ body, flags }: ExpressionPattern): ExpressionTree | NotRegular {
  const { unit, unicodeSets } = expressionFlags(flags);
  const excess = excessOf(body, unit, unicodeSets);
  if (excess !== undefined) {
    return { kind: "not-regular", because: excess };
  }
  try {
    const unicode = unit === "code-point" && !unicodeSets;
    return parser.parsePattern(body, 0, body.length, { unicode, unicodeSets });
  } catch {
    return { kind: "not-regular", because: "its syntax is newer than what can be analysed" };
  }
}

function excessOf(body: string, unit: Unit, unicodeSets: boolean): string | undefined {
  if (body.length > maxLength[unit]) {
    return `it is longer than ${maxLength[unit]} characters`;
  }
  if (nestingDepth(body, unicodeSets) > maxDepth) {
    return `it is nested deeper than ${maxDepth} groups`;
  }
  const properties = new Set(body.match(/\\p\{[^}]*\}/gi));
  return unit === "code-point" && properties.size > maxProperties
    ? `it names more than ${maxProperties} character properties`
    : undefined;
}

/** An upper bound: parentheses inside a class count as well. Classes nest only in unicode sets mode. */
function nestingDepth(body: string, unicodeSets: boolean): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < body.length; index += 1) {
    const character = body[index];
    if (character === "\\") {
      index += 1;
    } else if (character === "(" || (unicodeSets && character === "[")) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ")" || (unicodeSets && character === "]")) {
      depth -= 1;
    }
  }
  return deepest;
}
