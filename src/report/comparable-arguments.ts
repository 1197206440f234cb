import { isMask } from "../analysis/masked/mask.ts";
import type { Call } from "../policy/call.ts";
import { valueAt } from "../policy/evaluate-condition.ts";
import { type Disclosure, longestValue, shownArguments } from "./shown-arguments.ts";

/**
 * The arguments of a call that a report may show and that can be compared by what it shows of them: whole texts, numbers and
 * truth values that a condition reads, as JSON by their paths.
 */
export function comparableArguments(
  call: Call,
  disclosure: Disclosure,
): ReadonlyMap<string, string> {
  const shown = shownArguments(call, disclosure).flatMap((argument) => {
    if (argument.kind !== "shown" || argument.text.length >= longestValue) return [];
    const value = call.args === undefined ? undefined : valueAt(call.args, argument.path);
    const isWhole = value !== null && typeof value !== "object" && !isMask(value);
    return isWhole ? [[argument.path, argument.text] as const] : [];
  });
  return new Map(shown);
}
