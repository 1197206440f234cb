import type { Pattern } from "../../policy/pattern/pattern.ts";
import { anyConnector } from "./presence.ts";

/**
 * Whether a project rule's pattern can match a call of a connector. False is certain; true may be a false alarm, for an
 * expression nearly always. For `*` the connector can be any.
 */
export function canMatchConnector(pattern: Pattern, slug: string): boolean {
  if (pattern.kind === "dead") return false;
  if (slug === anyConnector || pattern.kind === "anything") return true;
  const { text, whole } = startOf(pattern);
  const path = `${slug}.`;
  // A whole literal path needs an action behind the dot.
  if (whole) return text.startsWith(path) && text.length > path.length;
  return text.startsWith(path) || path.startsWith(text);
}

/** The literal text that every match begins with, in lower case; `whole`: there is nothing behind it. */
interface Start {
  readonly text: string;
  readonly whole: boolean;
}

const starts = new WeakMap<Pattern, Start>();

function startOf(pattern: Extract<Pattern, { kind: "glob" | "expression" }>): Start {
  const known = starts.get(pattern);
  if (known !== undefined) return known;
  const { text, whole } =
    pattern.kind === "glob" ? globStart(pattern.text) : expressionStart(pattern);
  const start = { text: lowerCase(text), whole };
  starts.set(pattern, start);
  return start;
}

function globStart(text: string): Start {
  const star = text.indexOf("*");
  return star < 0 ? { text, whole: true } : { text: text.slice(0, star), whole: false };
}

const anchoredText = /^\^((?:[A-Za-z0-9_-]|\\\.)*)(.?)/s;

function expressionStart({ body, flags }: Extract<Pattern, { kind: "expression" }>): Start {
  const unknown: Start = { text: "", whole: false };
  // With `m` the anchor also holds behind a line break in the action; `v` has classes within classes.
  if (/[mv]/.test(flags) || hasAlternatives(body)) return unknown;
  const [, literal = "", next = ""] = anchoredText.exec(body) ?? [];
  const text = literal.replaceAll("\\.", ".");
  // A quantifier makes the last character optional.
  return { text: "*+?{".includes(next) && next !== "" ? text.slice(0, -1) : text, whole: false };
}

/** A character with its backslash; a whole class, in which brackets stand for themselves; a single character. */
const token = /\\.|\[(?:\\.|[^\]\\])*\]|./gs;

/** Whether a `|` stands outside all groups, so that a match may begin otherwise. */
function hasAlternatives(body: string): boolean {
  let depth = 0;
  for (const [text] of body.matchAll(token)) {
    if (text === "(") depth += 1;
    else if (text === ")") depth -= 1;
    else if (text === "|" && depth <= 0) return true;
  }
  return false;
}

/** A slug is ASCII, and no character outside ASCII folds into it unless an expression asks for Unicode folding. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
