import { type LogSummary, logImport } from "../../../src/analysis/platform-log/import-log.ts";
import type { LogEntry } from "../../../src/analysis/platform-log/log-entry.ts";
import { readLog } from "../../../src/analysis/platform-log/read-log.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { loggedCallLine } from "../../../src/report/corpus/saved-call-line.ts";

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text;
}

/** The entries of a log in JSON. */
export async function entriesOf(text: string, policy?: Policy): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const file = { file: "log", most: 1e9, policy };
  for await (const batch of readLog(file, oneChunk(text))) entries.push(...batch);
  return entries;
}

/** What a log becomes: saved calls as lines, and the counts. */
export async function imported(
  text: string,
  { all = false, policy }: { readonly all?: boolean; readonly policy?: Policy } = {},
): Promise<{ readonly lines: readonly string[]; readonly summary: LogSummary }> {
  const log = logImport({ all });
  const lines = (await entriesOf(text, policy)).flatMap((entry) => {
    const call = log.take(entry);
    return call === undefined ? [] : [loggedCallLine(call).trimEnd()];
  });
  return { lines, summary: log.result() };
}
