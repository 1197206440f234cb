import type { Command } from "commander";
import { withCataloguedRisk } from "../analysis/catalogue/catalogued-risk.ts";
import type { BadLine } from "../analysis/simulation/bad-line.ts";
import { type CheckedCall, callChecker } from "../analysis/simulation/check-calls.ts";
import type { CorpusEntry } from "../analysis/simulation/corpus-entry.ts";
import type { Batch } from "../analysis/simulation/record-batches.ts";
import type { SavedCall } from "../analysis/simulation/saved-call.ts";
import { checkHtml } from "../report/check/check-html.ts";
import { checkJson } from "../report/check/check-json.ts";
import { checkMarkdown } from "../report/check/check-markdown.ts";
import type { CheckReport } from "../report/check/check-report.ts";
import { type CheckSummary, checkTally } from "../report/check/check-tally.ts";
import { checkText } from "../report/check/check-text.ts";
import type { Paint } from "../report/document/paint.ts";
import { checkSarif } from "../report/sarif/check-sarif.ts";
import type { ReportFormat } from "../report/written-report.ts";
import { showBadLines } from "./bad-lines.ts";
import { repositoryUri } from "./checkout/repository-uri.ts";
import { type Format, type Invocation, newCommand, resultFormatOption } from "./command.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { readCalls } from "./files/read-calls.ts";
import { readCatalogueFile } from "./files/read-catalogue-file.ts";
import { readManifest } from "./files/read-manifest.ts";
import { manifestStatus, showErrors } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";
import { withProgress } from "./output/progress.ts";
import { writtenSarif } from "./output/written-sarif.ts";

/**
 * `countersign check MANIFEST CALLS...`: the decision for each saved call and why. Ends with 1 when a pinned decision does not
 * hold or the platform drops an entry of the manifest, 4 when a call cannot be decided, 2 when any line cannot be read:
 * what it pins would be lost.
 */
export function checkCommand({ io, conclude }: Invocation): Command {
  return newCommand("check", "decide saved calls: the decision for each, and why", [
    "check kortix.yaml calls.jsonl",
    "check main:kortix.yaml policy/calls/*.jsonl --format json",
    "check kortix.yaml - < calls.jsonl",
  ])
    .argument("<manifest>", "a path, REV:PATH in git, or - for standard input")
    .argument("<calls...>", "files of saved calls: JSON Lines, or one JSON or YAML list")
    .option("--catalogue <file>", "the risk of calls that say none: JSON or YAML")
    .addOption(resultFormatOption())
    .action(async (manifest: string, calls: string[], options: Options) => {
      conclude(await check(manifest, calls, options, io));
    });
}

interface Options {
  readonly catalogue?: string;
  readonly format: Format;
}

async function check(
  manifest: string,
  calls: readonly string[],
  { catalogue, format }: Options,
  io: Io,
): Promise<ExitStatus> {
  checkStandardInput([manifest, ...calls, ...(catalogue === undefined ? [] : [catalogue])]);
  const read = await readManifest(manifest, io);
  await showErrors(read, io);
  if (read.policy === undefined) return exitStatus.unreadable;
  const actions = await readCatalogueFile(catalogue, io);
  const check = callChecker(read.policy);
  const checked = (entry: CorpusEntry): CheckedCall | BadLine =>
    check(entry.kind === "call" ? withCataloguedRisk(entry, actions) : entry);
  const report = format === "sarif" ? undefined : reports[format](io.stdout.paint);
  const summary = await checkAll(await readCalls(calls, io), checked, report, io);
  if (report === undefined) {
    const uriOf = (file: string): Promise<string> => repositoryUri(file, io.cwd);
    await io.stdout.write(await writtenSarif(checkSarif(read, summary), uriOf));
  }
  return worst([manifestStatus(read), summaryStatus(summary)]);
}

const reports: Readonly<Record<ReportFormat, (paint: Paint) => CheckReport>> = {
  text: checkText,
  markdown: checkMarkdown,
  html: checkHtml,
  json: checkJson,
};

async function checkAll(
  calls: AsyncIterable<Batch<SavedCall>>,
  checked: (entry: CorpusEntry) => CheckedCall | BadLine,
  report: CheckReport | undefined,
  io: Io,
): Promise<CheckSummary> {
  const tally = checkTally();
  for await (const entries of withProgress(calls, io)) {
    let text = "";
    for (const entry of entries) {
      const one = checked(entry);
      tally.take(one);
      if (one.kind === "checked" && report) text += report.call(one);
    }
    await io.stdout.write(text);
  }
  const summary = tally.result();
  if (report !== undefined) await io.stdout.write(report.end(summary));
  await showBadLines(summary.badLines, io);
  return summary;
}

function summaryStatus({ total, byEffect, expectations, badLines }: CheckSummary): ExitStatus {
  if (total.calls === 0 || badLines.count > 0) return exitStatus.unreadable;
  if (byEffect.indeterminate.calls > 0) return exitStatus.unproved;
  return expectations.unmet > 0 ? exitStatus.something : exitStatus.nothing;
}
