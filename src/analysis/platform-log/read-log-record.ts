import type { Risk } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import { badLine, type Place } from "../simulation/bad-line.ts";
import { deepestArguments } from "../simulation/call-arguments.ts";
import { momentOf } from "../simulation/moment.ts";
import { readSavedCall } from "../simulation/read-saved-call.ts";
import { shown } from "../simulation/shown.ts";
import { callTrail } from "./call-trail.ts";
import type { LogEntry } from "./log-entry.ts";
import { type LogFields, logFields, mapOf, type Name } from "./log-fields.ts";
import { loggedArguments } from "./logged-arguments.ts";
import { callPathOf } from "./logged-path.ts";
import { callStatus, policyAnswer } from "./policy-answer.ts";
import { slugForRules } from "./sent-slug.ts";

/**
 * Reads one record of the platform's call records or of its audit export. A record that is neither, or a call that could
 * not have been made, is a bad line. `policy` says which channels there are.
 */
export function readLogRecord(value: unknown, place: Place, policy?: Policy): LogEntry {
  const record = mapOf(value);
  if (record === undefined) return badLine(place, `${shown(value)} is no record of a log`);
  const fields = logFields(record);
  const path = callPathOf(fields);
  const thread = JSON.stringify([
    fields.text("sessionid") ?? "",
    path.kind === "call" ? path.text : "",
  ]);
  if (path.kind === "call") return loggedCall(fields, path.text, { place, policy, thread });
  if (path.kind === "unknown") {
    return badLine(
      place,
      "this is neither a call record nor an audit event",
      "a call record has `action_path` and `status`, an audit event `action` and `outcome`",
    );
  }
  return { kind: path.kind, thread, trail: callTrail(fields, fields, recordTime(fields)?.moment) };
}

interface Context {
  readonly place: Place;
  readonly policy: Policy | undefined;
  readonly thread: string;
}

function loggedCall(fields: LogFields, path: string, { place, policy, thread }: Context): LogEntry {
  const nested = fields.map("resultsummary");
  const summary = nested.isEmpty ? fields : nested;
  const status = callStatus(fields);
  const answer = policyAnswer(status, summary);
  const time = recordTime(fields);
  const trail = callTrail(fields, summary, time?.moment);
  if (answer === "carried-over") return { kind: "carry-over", thread, trail };
  const logged = loggedArguments(fields, summary);
  if (logged === undefined) {
    return badLine(place, `the arguments are nested deeper than ${deepestArguments} levels`);
  }
  const dot = path.indexOf(".");
  const sent = path.slice(0, dot);
  const action = path.slice(dot + 1);
  const connector = answer === "not-reached" ? sent : slugForRules(sent, action, policy);
  const reason = summary.text("reason");
  const saved = readSavedCall(
    {
      connector,
      action,
      args: logged.args,
      risk: riskOf(fields),
      at: time?.written,
      ...recordOf(fields, summary, status),
    },
    place,
  );
  if (saved.kind === "bad-line") return saved;
  return {
    kind: "logged-call",
    saved,
    answer,
    ...(reason === undefined ? {} : { reason }),
    ...(connector === sent ? {} : { sentAs: sent }),
    extent: logged.extent,
    thread,
    trail,
  };
}

function riskOf(fields: LogFields): Risk | undefined {
  const risks: readonly Risk[] = ["read", "write", "destructive"];
  return risks.find((risk) => risk === fields.text("risk")?.toLowerCase());
}

/** A time as it is written, and the moment that it means. */
interface Time {
  readonly written: string | number;
  readonly moment: number;
}

function recordTime(fields: LogFields): Time | undefined {
  return timeIn(fields, ["createdat", "timestamp", "occurredat", "at", "time"]);
}

/** A time that reads as one; a log whose clock does not read is still a log of calls. */
function timeIn(fields: LogFields, names: readonly Name[]): Time | undefined {
  const text = fields.text(...names);
  if (text === undefined) return undefined;
  // A database writes whole hours of an offset without minutes.
  const written = /^\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : text.replace(/(:\d\d\S*[+-]\d\d)$/, "$1:00");
  const moment = momentOf(written);
  return moment === undefined ? undefined : { written, moment };
}

function recordOf(
  fields: LogFields,
  summary: LogFields,
  status: string | undefined,
): Record<string, string | number | undefined> {
  return {
    status,
    decision: summary.text("decision"),
    decided_at: timeIn(fields, ["resolvedat", "decidedat"])?.written,
    resolved_by: fields.text("approvedby", "resolvedby") ?? summary.text("decidedby"),
  };
}
