import type { Policy } from "../../policy/policy.ts";
import type { CallDecision } from "../masked/decide-call.ts";
import type { BadLine } from "./bad-line.ts";
import { CallDecider } from "./call-decider.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { meetsExpectation } from "./expectations.ts";
import type { SavedCall } from "./saved-call.ts";

/** One saved call and what a policy decides about it. */
export interface CheckedCall {
  readonly kind: "checked";
  readonly saved: SavedCall;
  readonly decision: CallDecision;
  /** False: the record pins another decision. */
  readonly met: boolean;
}

/** Checks what a corpus holds under one policy, one by one; a bad line stays what it is. */
export function callChecker(policy: Policy): (entry: CorpusEntry) => CheckedCall | BadLine {
  const decider = new CallDecider(policy);
  return (entry) => {
    if (entry.kind === "bad-line") return entry;
    const decision = decider.decide(entry);
    return { kind: "checked", saved: entry, decision, met: meetsExpectation(entry, decision) };
  };
}
