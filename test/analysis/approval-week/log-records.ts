import type { HeldCall } from "../../../src/analysis/approval-week/held-call.ts";
import { heldCalls, type OtherCall } from "../../../src/analysis/approval-week/held-calls.ts";
import type { LogEntry } from "../../../src/analysis/platform-log/log-entry.ts";
import { readLogRecord } from "../../../src/analysis/platform-log/read-log-record.ts";

/** A moment of the day on which all records are made. */
export const at = (time: string): string => `2026-10-01T${time}Z`;

/** A call record as the platform writes it, of `a.x` in session `s`. */
export function record(rest: object, summary: object = {}): object {
  return {
    action_path: "a.x",
    session_id: "s",
    status: "ok",
    risk: "write",
    result_summary: summary,
    ...rest,
  };
}

/** A call that a person approved at nine and that was decided at five past. */
export const approved = (rest: object = {}, args: object = { n: 1 }): object =>
  record(
    { execution_id: "h", created_at: at("09:00:00"), resolved_at: at("09:05:00"), ...rest },
    { decision: "approve", args_preview: args, args_preview_complete: true },
  );

/** What the platform writes before a run by an approval. */
export const carryOver = (rest: object = {}): object =>
  record(rest, { reason: "approval_carryover" });

/** A run, with all its arguments when some are given. */
export const ran = (time: string, rest: object = {}): object =>
  record({ created_at: at(time), ...rest }, { http_status: 200 });

/** A call that waits. */
export const pending = (rest: object = {}): object =>
  record({ status: "pending_approval", created_at: at("09:00:00"), ...rest });

/** Records as entries. */
export function entries(records: readonly object[]): readonly LogEntry[] {
  return records.map((value, index) => readLogRecord(value, { file: "log", line: index + 1 }));
}

/** How the held calls of records end, in short; other calls as `other`. */
export function ends(records: readonly object[]): readonly unknown[] {
  const following = heldCalls(() => undefined);
  const taken = entries(records).flatMap((entry): readonly (HeldCall<undefined> | OtherCall)[] => {
    if (entry.kind === "bad-line") throw new Error(entry.reason);
    return following.take(entry);
  });
  return [...taken, ...following.end()].map((one) => (one.kind === "held" ? one.end : one.kind));
}
