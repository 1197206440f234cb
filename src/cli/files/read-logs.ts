import type { LogEntry } from "../../analysis/platform-log/log-entry.ts";
import { readLog } from "../../analysis/platform-log/read-log.ts";
import { readLogRecord } from "../../analysis/platform-log/read-log-record.ts";
import { badLine } from "../../analysis/simulation/bad-line.ts";
import { PackedFault } from "../../analysis/simulation/packed-fault.ts";
import { unpacked } from "../../analysis/simulation/unpacked.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Io } from "../output/output.ts";
import { csvRows } from "./csv-rows.ts";
import { type FileSource, fileSources } from "./file-source.ts";
import { largestUnpacked } from "./read-calls.ts";

/**
 * Reads logs of the platform one after the other, as a stream: JSON Lines, a JSON list or CSV, plain or packed. A file
 * whose first character opens no list and no map is CSV.
 */
export async function readLogs(
  texts: readonly string[],
  policy: Policy | undefined,
  io: Io,
): Promise<AsyncIterable<LogEntry>> {
  const sources = await fileSources(texts, io);
  return logs(sources, policy);
}

async function* logs(
  sources: readonly FileSource[],
  policy: Policy | undefined,
): AsyncGenerator<LogEntry, void, undefined> {
  for (const { name, chunks } of sources) yield* log(name, chunks(), policy);
}

async function* log(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  policy: Policy | undefined,
): AsyncGenerator<LogEntry, void, undefined> {
  let last = 0;
  try {
    const { first, rest } = await begun(unpacked(chunks, largestUnpacked));
    if (first === "{" || first === "[" || first === "") {
      yield* readLog({ file: name, most: largestUnpacked, policy }, rest);
      return;
    }
    for await (const row of csvRows(rest)) {
      last = row.line;
      const place = { file: name, line: row.line };
      yield "because" in row
        ? badLine(place, row.because)
        : readLogRecord(row.record, place, policy);
    }
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    yield badLine({ file: name, line: last + 1 }, `the file cannot be unpacked: ${error.message}`);
  }
}

/** The first character of a file that is not blank, and the whole file again. */
async function begun(
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<{ readonly first: string; readonly rest: AsyncIterable<string | Uint8Array> }> {
  const held: (string | Uint8Array)[] = [];
  let first = "";
  while (first === "") {
    const next = await chunks.next();
    if (next.done === true) break;
    held.push(next.value);
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
