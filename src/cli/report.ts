import type { Command } from "commander";
import { type ApprovalWeek, weekTally } from "../analysis/approval-week/approval-week.ts";
import { newestMoment, readSince, type Since } from "../analysis/approval-week/since.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { comparableArguments } from "../report/comparable-arguments.ts";
import { weekJson } from "../report/json/week-json.ts";
import { weekBlocks } from "../report/week-report.ts";
import { type ReportFormat, writtenReport } from "../report/written-report.ts";
import { showBadLines } from "./bad-lines.ts";
import { formatOption, type Invocation, newCommand } from "./command.ts";
import { unreadable, wrongUsage } from "./command-error.ts";
import { namedPolicies } from "./corpus/policies.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { readLogs } from "./files/read-logs.ts";
import type { Io } from "./output/output.ts";
import { withProgress } from "./output/progress.ts";

interface Options {
  readonly manifest?: string;
  readonly since?: string;
  readonly format: ReportFormat;
}

/**
 * `countersign report LOG...`: what people did with the calls that waited for them, by rule and connector. Ends with 2 when a
 * record cannot be read or there is no call.
 */
export function reportCommand({ io, conclude }: Invocation): Command {
  return newCommand("report", "say what people did with the calls that waited for them", [
    "report calls.jsonl.gz --manifest kortix.yaml --since 7d",
    "report 'exports/*.csv' --since 2026-11-01 --format markdown",
  ])
    .argument(
      "<log...>",
      "call records or audit export, in the order of time: JSON Lines, a JSON list or CSV, plain, .gz or .zst; - for standard input",
    )
    .option("--manifest <file>", "decide the calls: by which rule, within `approvals.ttl` or not")
    .option(
      "--since <when>",
      "a day or time (2026-11-01), or how long before the newest record of the log (7d)",
    )
    .addOption(formatOption())
    .action(async (logs: string[], options: Options) => {
      conclude(await report(logs, options, io));
    });
}

async function report(
  logs: readonly string[],
  { manifest, since, format }: Options,
  io: Io,
): Promise<ExitStatus> {
  const manifests = manifest === undefined ? [] : [manifest];
  checkStandardInput([...logs, ...manifests]);
  const asked = since === undefined ? undefined : sinceOf(since);
  if (asked?.kind === "before-newest" && logs.includes("-")) {
    throw wrongUsage(
      "a time before the newest record is found by reading the log twice, and standard input can be read only once",
      "write a day, such as `--since 2026-11-01`",
    );
  }
  const named = await namedPolicies({ manifest: manifests }, io);
  if (named === undefined) return exitStatus.unreadable;
  const [policy] = named.policies;
  const from = asked && (await momentMeant(asked, logs, io));
  const tally = weekTally({
    ...(policy === undefined ? {} : { policy }),
    ...(from === undefined ? {} : { from }),
    shown: (call) => comparableArguments(call, { policies: named.policies, redact: [] }),
  });
  for await (const entries of withProgress(await readLogs(logs, policy, io), io)) {
    for (const entry of entries) tally.take(entry);
  }
  const week = tally.result();
  const written = {
    title: "countersign report",
    blocks: () => weekBlocks(week),
    json: () => weekJson(week),
  };
  await io.stdout.write(writtenReport(written, format, io.stdout.paint));
  await showBadLines(week.badLines, io);
  return worst([named.status, weekStatus(week)]);
}

function sinceOf(text: string): Since {
  const since = readSince(text);
  if (since !== undefined) return since;
  throw wrongUsage(
    `\`--since\` takes a time, not ${quoted(text)}`,
    "write `7d`, `12h` or `2026-11-01`",
  );
}

async function momentMeant(since: Since, logs: readonly string[], io: Io): Promise<number> {
  if (since.kind === "moment") return since.at;
  const newest = await newestMoment(await readLogs(logs, undefined, io));
  if (newest !== undefined) return newest - since.seconds * 1000;
  throw unreadable("no record of the log has a time", "leave `--since` out");
}

function weekStatus({ calls, badLines }: ApprovalWeek): ExitStatus {
  return calls === 0 || badLines.count > 0 ? exitStatus.unreadable : exitStatus.nothing;
}
