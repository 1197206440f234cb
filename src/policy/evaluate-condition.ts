import type { Call, Json } from "./call.ts";
import type { Condition } from "./condition.ts";
import { matchPattern } from "./pattern/match-pattern.ts";
import type { PatternMatch } from "./pattern/pattern-match.ts";

/** Whether a condition holds for a call's arguments. */
export type ConditionOutcome = "holds" | "fails" | "indeterminate";

const outcomes: Record<PatternMatch, ConditionOutcome> = {
  match: "holds",
  "no-match": "fails",
  indeterminate: "indeterminate",
};

const negated: Record<PatternMatch, ConditionOutcome> = {
  match: "fails",
  "no-match": "holds",
  indeterminate: "indeterminate",
};

/** Tests one condition on arguments that are available. `negate` turns the final result around, whatever it is made of. */
export function conditionOutcome(
  { arg, match, negate }: Condition,
  args: NonNullable<Call["args"]>,
): ConditionOutcome {
  const result = matchValue(valueAt(args, arg), (text) => matchPattern(match, text));
  return (negate ? negated : outcomes)[result];
}

/**
 * The value at a dotted path, undefined when there is none. Kortix semantics: each step needs an object or an array and its own
 * property, so an array has a `length`, and text has none.
 */
export function valueAt(args: NonNullable<Call["args"]>, path: string): Json | undefined {
  return valueAlong(args, path.split("."));
}

/** The same for the rest of a path, from a value on. */
export function valueAlong(from: unknown, path: readonly string[]): Json | undefined {
  let value = from;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment))
      return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value as Json | undefined;
}

/**
 * Whether a value matches. Kortix semantics: undefined, null, an object or an empty array never; an array when every element
 * does, at any depth; anything else by its text, as ECMAScript writes it. Walks without recursion: a call may nest as
 * deep as it likes.
 */
export function matchValue(
  value: Json | undefined,
  match: (text: string) => PatternMatch,
): PatternMatch {
  if (typeof value === "string") return match(value);
  let sure = true;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined || next === null) return "no-match";
    if (Array.isArray(next)) {
      if (next.length === 0) return "no-match";
      for (const element of next) open.push(element);
    } else if (typeof next === "object") {
      return "no-match";
    } else {
      const result = match(String(next));
      if (result === "no-match") return "no-match";
      sure &&= result === "match";
    }
  }
  return sure ? "match" : "indeterminate";
}
