import { type Command, InvalidArgumentError } from "commander";
import type { LogLine } from "../../app.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { jsonVersion } from "../../report/json/json-text.ts";
import { logBlocks } from "../../report/log-report.ts";
import { type ReportFormat, writtenReport } from "../../report/written-report.ts";
import { formatOption, type Invocation, newCommand } from "../command.ts";
import { unreadable } from "../command-error.ts";
import { exitStatus } from "../exit-status.ts";
import type { Io } from "../output/output.ts";
import { type LogFlags, withLog } from "./log-database.ts";
import { timeText } from "./log-row.ts";

interface PullRequestName {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

interface ShowFlags extends LogFlags {
  readonly format: ReportFormat;
}

/** `countersign log show PR`: what was decided about a pull request, on what grounds. Ends with 2 when nothing was logged. */
export function showCommand({ io, conclude }: Invocation): Command {
  return newCommand("show", "show what was decided about a pull request, and why", [
    "log show acme/shop#7",
    "log show https://github.com/acme/shop/pull/7 --format json",
  ])
    .argument("<pr>", "OWNER/REPO#NUMBER, or the address of the pull request", pullRequestName)
    .addOption(formatOption())
    .action(async (pull: PullRequestName, _options: unknown, command: Command) => {
      await show(pull, command.optsWithGlobals<ShowFlags>(), io);
      conclude(exitStatus.nothing);
    });
}

async function show(pull: PullRequestName, flags: ShowFlags, { stdout }: Io): Promise<void> {
  const title = `${pull.owner}/${pull.repo}#${pull.number}`;
  const lines = await withLog(flags, async (log) => {
    const found: LogLine[] = [];
    for await (const line of log.linesOf(pull)) found.push(line);
    return found;
  });
  if (lines.length === 0) {
    throw unreadable(
      `nothing is logged of ${quoted(title)}`,
      "write the name that the repository has now, and look at the right store (`--database`)",
    );
  }
  const timed = lines.map(withTime);
  const report = {
    title: `countersign log show ${title}`,
    blocks: () => logBlocks(title, timed),
    json: () => ({
      version: jsonVersion,
      command: "log show",
      pullRequest: title,
      lines: timed,
    }),
  };
  await stdout.write(writtenReport(report, flags.format, stdout.paint));
}

function withTime({ at, ...line }: LogLine): Omit<LogLine, "at"> & { readonly at: string } {
  return { ...line, at: timeText(at) };
}

const spellings = [
  /^([\w.-]+)\/([\w.-]+)#([1-9]\d{0,9})$/,
  /^https?:\/\/[^/]+\/([\w.-]+)\/([\w.-]+)\/pull\/([1-9]\d{0,9})(?:[/?#].*)?$/,
];

function pullRequestName(text: string): PullRequestName {
  for (const spelling of spellings) {
    const [, owner, repo, number] = spelling.exec(text) ?? [];
    if (owner !== undefined && repo !== undefined) return { owner, repo, number: Number(number) };
  }
  throw new InvalidArgumentError("write `acme/shop#7`, or the address of the pull request");
}
