import type { LogFields } from "./log-fields.ts";

/**
 * What the policy said about a call that a log records. `not-reached`: something refused the call before the policy was asked.
 * `unknown`: the record does not say. `carried-over`: it was held, and the record only announces that an approval which was
 * given before lets it run; the run has a record of its own.
 */
export type PolicyAnswer = "run" | "hold" | "block" | "not-reached" | "unknown" | "carried-over";

/** How a call ended, in the words of the platform's call records. */
export type CallStatus = "ok" | "error" | "denied" | "pending_approval";

const statuses: Readonly<Record<string, CallStatus>> = {
  ok: "ok",
  error: "error",
  denied: "denied",
  pending_approval: "pending_approval",
  // The outcomes of an audit event.
  success: "ok",
  failure: "error",
  pending: "pending_approval",
};

/** How the recorded call ended; undefined when the record says nothing of the kind. */
export function callStatus(fields: LogFields): CallStatus | undefined {
  const word = (fields.text("status", "outcome") ?? "").toLowerCase();
  return Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

/**
 * What the policy said. Kortix semantics: a block has the reason `policy_block`; a call that a person decided about was held; any
 * other denial came before the policy; a call that went to the provider left a status of it, or the method of a computer.
 */
export function policyAnswer(status: CallStatus | undefined, summary: LogFields): PolicyAnswer {
  const reason = summary.text("reason");
  if (reason === "approval_carryover") return "carried-over";
  if (status === "pending_approval" || summary.text("decision") !== undefined) return "hold";
  if (status === "denied") {
    if (reason === undefined) return "unknown";
    return reason === "policy_block" ? "block" : "not-reached";
  }
  return summary.value("httpstatus", "method") === undefined ? "unknown" : "run";
}
