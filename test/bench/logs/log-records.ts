import type { MadeCall, PersonsDecision, PlatformEvent } from "./platform-log.ts";
import { platformPreview } from "./platform-preview.ts";

/** A record of a log: its columns in order. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** How the two exports write what happens; nothing for what they do not hold. */
export const writers: Readonly<Record<LogKind, (event: PlatformEvent) => LogRecord | undefined>> = {
  "call-records": callRecord,
  "audit-export": auditEvent,
};

/** The platform's own table of calls, as it stands when it is exported; the events that it made of them as they happened. */
export type LogKind = "call-records" | "audit-export";

function callRecord(event: PlatformEvent): LogRecord | undefined {
  if (event.kind === "decided") return undefined;
  const { call } = event;
  const decided = event.kind === "held" ? event.decided : undefined;
  return {
    execution_id: call.execution,
    account_id: "acc",
    project_id: "prj",
    connector_id: `c-${call.connector}`,
    connection_id: null,
    action_path: `${call.sent}.${call.action}`,
    acting_user_id: call.caller,
    session_id: call.session,
    status: statusOf(event, decided),
    risk: event.kind === "refused" ? null : call.risk,
    request_digest: call.digest ?? null,
    result_summary: { ...summaryOf(event), ...decisionOf(decided) },
    approved_by: decided?.by ?? null,
    resolved_at: decided === undefined ? null : timeOf(decided.at),
    created_at: timeOf(call.at),
  };
}

function statusOf(event: PlatformEvent, decided?: PersonsDecision): string {
  switch (event.kind) {
    case "refused":
    case "blocked":
      return "denied";
    case "held":
      if (decided === undefined) return "pending_approval";
      return decided.decision === "approve" ? "ok" : "denied";
    case "ran":
      return event.isFailure ? "error" : "ok";
    case "carried-over":
    case "decided":
      return "ok";
  }
}

function decisionOf(decided: PersonsDecision | undefined): object {
  if (decided === undefined) return {};
  const { decision, by, note } = decided;
  return { decision, decided_by: by, ...(note === undefined ? {} : { decision_note: note }) };
}

function summaryOf(event: PlatformEvent): object {
  switch (event.kind) {
    case "refused":
      return { reason: event.reason };
    case "blocked":
      return { reason: "policy_block", policy_source: "project", ...argumentsOf(event.call) };
    case "held":
      return {
        reason: "policy_require_approval",
        policy_source: "project",
        ...argumentsOf(event.call),
      };
    case "carried-over":
      return { reason: "approval_carryover" };
    case "ran":
      return { http_status: event.isFailure ? 502 : 200 };
    case "decided":
      return {};
  }
}

function argumentsOf({ args }: MadeCall): object {
  const { shown, isComplete } = platformPreview(args);
  return { args_preview: shown, args_preview_complete: isComplete };
}

const outcomes: Readonly<Record<PlatformEvent["kind"], string>> = {
  refused: "denied",
  blocked: "denied",
  held: "pending",
  decided: "success",
  "carried-over": "success",
  ran: "success",
};

function auditEvent(event: PlatformEvent): LogRecord {
  const { call } = event;
  const path = `${call.sent}.${call.action}`;
  if (event.kind === "decided") {
    const { at, by, decision } = event.decided;
    return {
      id: `a-${call.execution}-decided`,
      timestamp: timeOf(at),
      source: "connector",
      action: `connector.approval.${decision === "approve" ? "approved" : "denied"}`,
      outcome: "success",
      actor_type: "human",
      actor_id: by,
      session_id: null,
      resource_type: "connector_approval",
      resource_id: call.execution,
      correlation_id: call.execution,
      metadata: { action_path: path, connector_id: `c-${call.connector}`, decision },
    };
  }
  return {
    id: `a-${call.execution}`,
    timestamp: timeOf(call.at),
    source: "connector",
    action: `connector.${path}`,
    outcome: event.kind === "ran" && event.isFailure ? "failure" : outcomes[event.kind],
    actor_type: "agent",
    actor_id: call.caller,
    session_id: call.session,
    resource_type: "connector_action",
    resource_id: call.execution,
    correlation_id: call.execution,
    metadata: {
      action_path: path,
      connector_id: `c-${call.connector}`,
      connection_id: null,
      risk: event.kind === "refused" ? null : call.risk,
      // The platform masks the summary once more, so that one level less of the arguments survives.
      result_summary: platformPreview(summaryOf(event)).shown,
    },
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
