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
  /** When the record was written, as `SavedCall` writes times. */
  readonly at?: string | number;
}

const decisions: ReadonlyMap<string, "approve" | "deny"> = new Map([
  ["approve", "approve"],
  ["approved", "approve"],
  ["deny", "deny"],
  ["denied", "deny"],
]);

/** Reads what a record says of approval; `summary` is its result summary, or the record itself, `at` its time. */
export function callTrail(
  fields: LogFields,
  summary: LogFields,
  at: string | number | undefined,
): CallTrail {
  const actor = fields.map("actor");
  const event = fields.text("action", "eventtype", "event") ?? "";
  const [, decided] = /^connector\.approval\.(\w+)$/.exec(event) ?? [];
  const word = summary.text("decision") ?? fields.text("decision") ?? decided;
  return present({
    execution: fields.text("executionid", "correlationid", "resourceid"),
    digest: fields.text("requestdigest", "digest"),
    caller: fields.text("actinguserid", "userid", "actorid", "actor") ?? actor.text("id", "userid"),
    decision: decisions.get((word ?? "").toLowerCase()),
    decidedBy: fields.text("approvedby", "resolvedby", "decidedby") ?? summary.text("decidedby"),
    note: summary.text("decisionnote") ?? fields.text("decisionnote"),
    at,
  });
}

type Loose = { readonly [K in keyof CallTrail]-?: CallTrail[K] | undefined };

function present(trail: Loose): CallTrail {
  return Object.fromEntries(
    Object.entries(trail).filter(([, value]) => value !== undefined),
  ) as CallTrail;
}
