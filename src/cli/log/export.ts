import { type Command, InvalidArgumentError, Option } from "commander";
import { momentOf } from "../../analysis/simulation/moment.ts";
import type { LogLine } from "../../app.ts";
import { parseDuration } from "../../policy/duration.ts";
import { type Invocation, newCommand } from "../command.ts";
import { exitStatus } from "../exit-status.ts";
import type { Io } from "../output/output.ts";
import { type LogFlags, withLog } from "./log-database.ts";
import { csvHeader, csvRow, jsonRow } from "./log-row.ts";

interface ExportFlags extends LogFlags {
  readonly format: "jsonl" | "csv";
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** `countersign log export`: every line of the decision log from a time on. */
export function exportCommand({ io, conclude }: Invocation): Command {
  return newCommand("export", "write the decision log as JSON Lines or CSV", [
    "log export --since 2026-11-01 > november.jsonl",
    "log export --since 7d --format csv --database sqlite:data/countersign.db",
  ])
    .addOption(
      new Option("--format <format>", "how the lines are written")
        .choices(["jsonl", "csv"])
        .default("jsonl"),
    )
    .option("--since <time>", "a day or a time in UTC, or how long ago: 30m, 4h, 7d", since, 0)
    .action(async (_options: unknown, command: Command) => {
      await exportLog(command.optsWithGlobals<ExportFlags>(), io);
      conclude(exitStatus.nothing);
    });
}

async function exportLog(flags: ExportFlags, { stdout }: Io): Promise<void> {
  const row: (line: LogLine) => string = flags.format === "csv" ? csvRow : jsonRow;
  await withLog(flags, async (log) => {
    if (flags.format === "csv") await stdout.write(csvHeader());
    for await (const line of log.linesSince(flags.since)) await stdout.write(row(line));
  });
}

function since(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return Date.now() - seconds * 1000;
  const moment = momentOf(text);
  if (moment !== undefined) return moment;
  throw new InvalidArgumentError(
    "write a day, `2026-11-01`, a time, `2026-11-01T08:00:00Z`, or `7d`",
  );
}
