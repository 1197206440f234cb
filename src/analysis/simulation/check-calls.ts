import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import { type CallDecision, decideCall } from "../masked/decide-call.ts";
import type { BadLine } from "./bad-line.ts";
import { type CorpusEntry, entryOf } from "./corpus-entry.ts";
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

/** Decides each call of a corpus under one policy, one by one and in order; bad lines stay where they are. */
export function* checkCalls(
  policy: Policy,
  calls: Iterable<Call | CorpusEntry>,
): Generator<CheckedCall | BadLine, void, undefined> {
  let position = 0;
  for (const call of calls) {
    position += 1;
    yield checked(policy, entryOf(call, position));
  }
}

/** The same for a corpus that is read while it is decided. */
export async function* checkCallsStream(
  policy: Policy,
  calls: AsyncIterable<Call | CorpusEntry>,
): AsyncGenerator<CheckedCall | BadLine, void, undefined> {
  let position = 0;
  for await (const call of calls) {
    position += 1;
    yield checked(policy, entryOf(call, position));
  }
}

function checked(policy: Policy, entry: CorpusEntry): CheckedCall | BadLine {
  if (entry.kind === "bad-line") return entry;
  const decision = decideCall(policy, entry.call);
  return { kind: "checked", saved: entry, decision, met: meetsExpectation(entry, decision) };
}
