import type { Policy } from "../../policy/policy.ts";
import type { Place } from "../simulation/bad-line.ts";
import { readRecords } from "../simulation/read-records.ts";
import type { LogEntry } from "./log-entry.ts";
import { readLogRecord } from "./read-log-record.ts";

/** A log, and how it is to be read. */
export interface LogFile {
  readonly file: string;
  /** The bytes may come to so many when they are unpacked. */
  readonly most: number;
  /** Says which channels there are. */
  readonly policy: Policy | undefined;
}

/**
 * Reads a log from its chunks: JSON Lines, one JSON list, or lines that each hold a page of an export
 * (`{"events": [...], "next": ...}`); plain, or packed with gzip or zstd. Every record comes out in file order; a rejected
 * source rejects.
 */
export async function* readLog(
  { file, most, policy }: LogFile,
  chunks: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<LogEntry, void, undefined> {
  for await (const page of readRecords({ file, read: pageOf }, chunks, most)) {
    if (page.kind === "bad-line") yield page;
    else for (const value of page.records) yield readLogRecord(value, page.place, policy);
  }
}

interface Page {
  readonly kind: "page";
  readonly records: readonly unknown[];
  readonly place: Place;
}

/** What exports call the list of their records. */
const listKeys = [
  "events",
  "data",
  "items",
  "records",
  "results",
  "entries",
  "logs",
  "calls",
  "executions",
];

function pageOf(value: unknown, place: Place): Page {
  const lists =
    typeof value === "object" && value !== null
      ? Object.entries(value).filter(([key, list]) => listKeys.includes(key) && Array.isArray(list))
      : [];
  const [list] = lists;
  return { kind: "page", records: list === undefined ? [value] : (list[1] as unknown[]), place };
}
