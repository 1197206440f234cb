import type { CallAnswer } from "../decision-space/call-search.ts";
import type { Comparison } from "./comparison.ts";
import type { DecisionClass } from "./decision-class.ts";
import { looksLikeName } from "./readable-action.ts";

/** A call that was found for a class. */
export type FoundCall = Extract<CallAnswer, { kind: "call" }>;

/**
 * A call of the class that reads as well as any: what was found, if its action is an expected one or looks like a name; else
 * one with the shortest action that looks like a name, else with the shortest of printable characters, else what was found.
 */
export function readableCall(
  comparison: Comparison,
  one: DecisionClass,
  found: FoundCall,
): FoundCall {
  if (found.isExpected || looksLikeName(found.action)) {
    return found;
  }
  for (const readable of comparison.space.readable(one.space.connector)) {
    const answer = comparison.search.find({
      possible: [one.space.possible, readable],
      applying: [one.base, one.head],
      passing: one.passed,
    });
    if (answer.kind === "call") {
      return answer;
    }
  }
  return found;
}
