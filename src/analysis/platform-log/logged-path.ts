import type { LogFields } from "./log-fields.ts";
import { callStatus } from "./policy-answer.ts";

/** What a record is about: a call, by `SLUG.ACTION` as it was sent, or something else. */
export type LoggedPath =
  | { readonly kind: "call"; readonly text: string }
  | { readonly kind: "approval" | "other-event" | "unknown" };

const approvals = /^connector\.approval\.(approved|denied)$/;

/**
 * Which call a record is about. A call record has its path, an audit event of a call too, or else its action is
 * `connector.SLUG.ACTION`; the event of a person's decision names the call as well, but is none.
 */
export function callPathOf(fields: LogFields): LoggedPath {
  const action = fields.text("action", "eventtype", "event") ?? "";
  const resource = fields.text("resourcetype");
  if (resource === "connector_approval" || (resource === undefined && approvals.test(action))) {
    return { kind: "approval" };
  }
  const path = fields.text("actionpath");
  if (path?.includes(".")) return { kind: "call", text: path };
  if (isCallEvent(fields) && action.startsWith("connector.")) {
    return called(action.slice("connector.".length));
  }
  const slug = fields.text("connector", "connectorslug", "slug");
  if (slug !== undefined && action !== "") return { kind: "call", text: `${slug}.${action}` };
  // An event of a route has an outcome, the row of a call record a status.
  if (fields.value("outcome") !== undefined || resource !== undefined)
    return { kind: "other-event" };
  return callStatus(fields) === undefined ? { kind: "unknown" } : called(action);
}

function isCallEvent(fields: LogFields): boolean {
  const resource = fields.text("resourcetype");
  return (
    resource === "connector_action" ||
    (resource === undefined && fields.text("source") === "connector")
  );
}

function called(text: string): LoggedPath {
  return text.includes(".") ? { kind: "call", text } : { kind: "unknown" };
}
