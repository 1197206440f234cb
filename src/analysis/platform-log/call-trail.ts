import type { LogFields } from "./log-fields.ts";

/** What a record says of a call's way through approval, apart from the call itself. */
export interface CallTrail {
  /** Names one call in all records about it. */
  readonly execution?: string;
  /** Equal for equal requests: connector, action, arguments and target. */
  readonly digest?: string;
  /** Who launched the session, or acted; an identifier of the platform. */
  readonly caller?: string;
  /** What a person decided. */
  readonly decision?: "approve" | "deny";
  readonly decidedBy?: string;
  /** What the person wrote. */
  readonly note?: string;
  /** When the record was written, in milliseconds since 1970. */
  readonly at?: number;
}

const decisions: ReadonlyMap<string, "approve" | "deny"> = new Map([
  ["approve", "approve"],
  ["approved", "approve"],
  ["deny", "deny"],
  ["denied", "deny"],
]);

const approvalEvent = "connector.approval.";

/** Reads what a record says of approval; `summary` is its result summary, or the record itself, `at` its time. */
export function callTrail(
  fields: LogFields,
  summary: LogFields,
  at: number | undefined,
): CallTrail {
  const execution = fields.text("executionid", "correlationid", "resourceid");
  const digest = fields.text("requestdigest", "digest");
  const caller = callerOf(fields);
  const decision = decisionOf(fields, summary);
  const decidedBy =
    fields.text("approvedby", "resolvedby", "decidedby") ?? summary.text("decidedby");
  const note = summary.text("decisionnote") ?? fields.text("decisionnote");
  // Not spread: there is a trail for each record of a log.
  const trail: { -readonly [K in keyof CallTrail]: CallTrail[K] } = {};
  if (execution !== undefined) trail.execution = execution;
  if (digest !== undefined) trail.digest = digest;
  if (caller !== undefined) trail.caller = caller;
  if (decision !== undefined) trail.decision = decision;
  if (decidedBy !== undefined) trail.decidedBy = decidedBy;
  if (note !== undefined) trail.note = note;
  if (at !== undefined) trail.at = at;
  return trail;
}

function callerOf(fields: LogFields): string | undefined {
  return (
    fields.text("actinguserid", "userid", "actorid", "actor") ??
    fields.map("actor").text("id", "userid")
  );
}

function decisionOf(fields: LogFields, summary: LogFields): CallTrail["decision"] {
  const word = summary.text("decision") ?? fields.text("decision");
  if (word !== undefined) return decisions.get(word.toLowerCase());
  const event = fields.text("action", "eventtype", "event");
  return event?.startsWith(approvalEvent)
    ? decisions.get(event.slice(approvalEvent.length))
    : undefined;
}
