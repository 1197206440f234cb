import type { LoggedCall } from "../../analysis/platform-log/log-entry.ts";
import type { SavedCall } from "../../analysis/simulation/saved-call.ts";
import { jsonText } from "../json/json-text.ts";

/** A saved call as one line of JSON Lines, with its line feed. Reading it gives the same call again. */
export function savedCallLine(saved: SavedCall): string {
  return `${jsonText(savedCallRecord(saved))}\n`;
}

/** A call of a log as a saved call, with what the platform answered then; readers of saved calls ignore the latter. */
export function loggedCallLine({ saved, answer, reason, sentAs }: LoggedCall): string {
  const record = { ...savedCallRecord(saved), answer, reason, sent_as: sentAs };
  return `${jsonText(record)}\n`;
}

/** Keys in the order in which people read them; those that are undefined are not written. */
function savedCallRecord({ call, count, at, firstAt, expect, record }: SavedCall): object {
  const { connector, action, args, risk, agent } = call;
  return {
    connector,
    action,
    args,
    risk,
    agent,
    count: count === 1 ? undefined : count,
    at,
    first_at: firstAt,
    expect,
    status: record?.status,
    decision: record?.decision,
    decided_at: record?.decidedAt,
    resolved_by: record?.resolvedBy,
  };
}
