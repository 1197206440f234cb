import { instanceAccepts } from "../automaton/instance.ts";
import type { Assignment } from "../decision-space/argument-theory.ts";
import type { CallAnswer } from "../decision-space/call-search.ts";
import type { Comparison } from "./comparison.ts";
import type { DecisionClass } from "./decision-class.ts";
import { expectedActions, looksLikeName } from "./readable-action.ts";

/** A call that was found for a class. */
export type FoundCall = Extract<CallAnswer, { kind: "call" }>;

/**
 * A call of the class that reads as well as any: an expected name, else the shortest that looks like one, else the shortest
 * of printable characters, else what was found.
 */
export function readableCall(
  comparison: Comparison,
  one: DecisionClass,
  found: FoundCall,
): FoundCall {
  if (found.isExpected) {
    return found;
  }
  for (const action of expectedActions(one)) {
    const assignment = assignmentFor(comparison, one, action);
    if (assignment !== undefined) {
      return { kind: "call", action, assignment, isExpected: true };
    }
  }
  if (looksLikeName(found.action)) {
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

/** What the arguments must be for a call with this action to be in the class, if it can be at all. */
function assignmentFor(
  { space }: Comparison,
  { base, head, passed }: DecisionClass,
  action: string,
): Assignment | undefined {
  const caught = passed.filter((entry) => instanceAccepts(entry.actions, action));
  const answer = space.search.find({
    holding: [base.conditions, head.conditions],
    failing: caught.map((entry) => entry.conditions),
  });
  return answer.kind === "assignment" ? answer.assignment : undefined;
}
