import type { Policy } from "../../policy/policy.ts";
import { badLine, type Place } from "../simulation/bad-line.ts";
import { PackedFault } from "../simulation/packed-fault.ts";
import { recordBatches } from "../simulation/record-batches.ts";
import { unpacked } from "../simulation/unpacked.ts";
import { csvRows } from "./csv-rows.ts";
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

/** A log as it is read: what comes out of each of its chunks. */
export type LogBatches = AsyncIterable<readonly LogEntry[]>;

type Chunks = AsyncIterable<string | Uint8Array>;

/**
 * Reads a log from its chunks: JSON Lines, one JSON list, lines that each hold a page of an export
 * (`{"events": [...], "next": ...}`), or CSV; plain, or packed with gzip or zstd. A file whose first character opens no list and
 * no map is CSV. Every record comes out in file order; a rejected source rejects.
 */
export async function* readLog(
  log: LogFile,
  chunks: Chunks,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  let line = 1;
  try {
    const { first, rest } = await begun(unpacked(chunks, log.most));
    if (first === "{" || first === "[" || first === "") {
      yield* jsonEntries(log, rest);
      return;
    }
    for await (const rows of csvRows(rest)) {
      yield rows.map((row) => {
        line = row.line + 1;
        const place = { file: log.file, line: row.line };
        return "because" in row
          ? badLine(place, row.because)
          : readLogRecord(row.record, place, log.policy);
      });
    }
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    yield [badLine({ file: log.file, line }, `the file cannot be unpacked: ${error.message}`)];
  }
}

async function* jsonEntries(
  { file, most, policy }: LogFile,
  chunks: Chunks,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  for await (const batch of recordBatches({ file, read: pageOf }, chunks, most)) {
    yield batch.flatMap((page) =>
      page.kind === "bad-line"
        ? [page]
        : page.records.map((value) => readLogRecord(value, page.place, policy)),
    );
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
  const list =
    typeof value === "object" && value !== null
      ? Object.keys(value).find(
          (key) => listKeys.includes(key) && Array.isArray((value as Record<string, unknown>)[key]),
        )
      : undefined;
  const records =
    list === undefined ? [value] : ((value as Record<string, unknown>)[list] as unknown[]);
  return { kind: "page", records, place };
}

/** A file that begins with more blanks than these is not looked at further. */
const mostBlanks = 1_048_576;

/** The first character of a file that is not blank, if it comes soon, and the whole file again. */
async function begun(
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<{ readonly first: string; readonly rest: Chunks }> {
  const held: (string | Uint8Array)[] = [];
  let first = "";
  let blanks = 0;
  while (first === "" && blanks < mostBlanks) {
    const next = await chunks.next();
    if (next.done === true) break;
    held.push(next.value);
    blanks += next.value.length;
    first = Buffer.from(next.value).toString("latin1").replace(/^ï»¿/, "").trimStart().charAt(0);
  }
  return { first, rest: again(held, chunks) };
}

async function* again<T>(held: readonly T[], rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* held;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
