import type { Call, Json } from "./call.ts";
import type { Condition } from "./condition.ts";
import { valueAt } from "./evaluate-condition.ts";
import { quoted } from "./source/visible-text.ts";

/**
 * Why a condition fails for a call's arguments, in words: "`reason` is `fraud`, which `duplicate` does not match". Only for a
 * condition that fails: of a list it says no more than that.
 */
export function whyConditionFails(
  { arg, match, negate }: Condition,
  args: NonNullable<Call["args"]>,
): string {
  const value = valueAt(args, arg);
  const pattern = quoted(match.text);
  if (negate)
    return `${quoted(arg)} is ${valueWords(value)}, which ${pattern} matches, and the condition is negated`;
  if (value === undefined) return `${quoted(arg)} is absent`;
  if (Array.isArray(value) && value.length > 0) {
    return `${quoted(arg)} is a list, and ${pattern} does not match all of it`;
  }
  return `${quoted(arg)} is ${valueWords(value)}, which ${pattern} does not match`;
}

function valueWords(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "a map" : quoted(String(value));
}
