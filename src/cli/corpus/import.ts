import type { Command } from "commander";
import { type LogSummary, logImport } from "../../analysis/platform-log/import-log.ts";
import { importBlocks } from "../../report/corpus/import-report.ts";
import { loggedCallLine } from "../../report/corpus/saved-call-line.ts";
import { documentText } from "../../report/document/document-text.ts";
import { type Invocation, newCommand } from "../command.ts";
import { type ExitStatus, exitStatus, worst } from "../exit-status.ts";
import { checkStandardInput } from "../files/file-argument.ts";
import { readLogs } from "../files/read-logs.ts";
import { withLineOutput } from "../output/line-output.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { namedPolicies } from "./policies.ts";

interface Options {
  readonly output?: string;
  readonly manifest?: string;
  readonly all?: true;
}

/**
 * `countersign corpus import LOG...`: the calls of the platform's logs as saved calls, one a line; standard error says what
 * was made of the log. Ends with 2 when a record cannot be read or no call comes out.
 */
export function importCommand({ io, conclude }: Invocation): Command {
  return newCommand("import", "make saved calls of the platform's call records or audit export", [
    "corpus import calls.jsonl > policy/calls/october.jsonl",
    "corpus import audit.csv -o policy/calls/october.jsonl.gz",
    "corpus import 'exports/*.json.gz' --manifest kortix.yaml -o calls.jsonl",
  ])
    .argument(
      "<log...>",
      "JSON Lines, a JSON list or CSV, plain, .gz or .zst; - for standard input",
    )
    .option(
      "-o, --output <file>",
      "where the saved calls go; .gz is packed (default: standard output)",
    )
    .option("--manifest <file>", "says which channels there are, for calls under their old names")
    .option("--all", "also calls that the policy did not see: an unknown action, no sign-in")
    .action(async (logs: string[], options: Options) => {
      conclude(await importLogs(logs, options, io));
    });
}

async function importLogs(logs: readonly string[], options: Options, io: Io): Promise<ExitStatus> {
  const { manifest, output, all = false } = options;
  const manifests = manifest === undefined ? [] : [manifest];
  checkStandardInput([...logs, ...manifests]);
  const named = await namedPolicies({ manifest: manifests }, io);
  if (named === undefined) return exitStatus.unreadable;
  const log = withProgress(await readLogs(logs, named.policies[0], io), io);
  const summary = await withLineOutput(output, io, async (lines) => {
    const running = logImport({ all });
    for await (const entries of log) {
      const calls = entries
        .map((entry) => running.take(entry))
        .filter((call) => call !== undefined);
      await lines.write(calls.map(loggedCallLine).join(""));
    }
    return running.result();
  });
  await io.stderr.write(documentText(importBlocks(summary), io.stderr.paint));
  return worst([named.status, importStatus(summary)]);
}

function importStatus({ imported, badLines }: LogSummary): ExitStatus {
  return imported.calls === 0 || badLines.count > 0 ? exitStatus.unreadable : exitStatus.nothing;
}
