import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import { decideCall } from "../masked/decide-call.ts";
import { isPresumed } from "../simulation/presumption.ts";
import type { Outcome } from "./outcome.ts";

/** The outcome of a call as `decideCall` has it. */
export function referenceOutcome<Mark>(
  [before, after]: readonly [base: Policy, head: Policy],
  call: Call,
): Outcome<Mark> {
  const base = decideCall(before, call);
  const head = decideCall(after, call);
  const presumed = isPresumed(before, call, base) || isPresumed(after, call, head);
  return { base, head, presumed, mark: undefined };
}
