import type { LogEntry } from "../../analysis/platform-log/log-entry.ts";
import { type LogBatches, readLog } from "../../analysis/platform-log/read-log.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Io } from "../output/output.ts";
import { type FileSource, fileSources } from "./file-source.ts";
import { largestUnpacked } from "./read-calls.ts";

/** Reads logs of the platform one after the other, as a stream of batches. Rejects when one of them is not there. */
export async function readLogs(
  texts: readonly string[],
  policy: Policy | undefined,
  io: Io,
): Promise<LogBatches> {
  return logs(await fileSources(texts, io), policy);
}

async function* logs(
  sources: readonly FileSource[],
  policy: Policy | undefined,
): AsyncGenerator<readonly LogEntry[], void, undefined> {
  for (const { name: file, chunks } of sources) {
    yield* readLog({ file, most: largestUnpacked, policy }, chunks());
  }
}
