import type { Command } from "commander";
import { deltas } from "../analysis/delta/deltas.ts";
import { diffPolicies } from "../analysis/diff/diff-policies.ts";
import { diffRules } from "../analysis/rule-diff/diff-rules.ts";
import { seenCalls } from "../analysis/simulation/seen-calls.ts";
import type { Policy } from "../policy/policy.ts";
import { type DiffFacts, diffBlocks } from "../report/diff-report.ts";
import { diffJson } from "../report/json/diff-json.ts";
import { diffSarif } from "../report/sarif/diff-sarif.ts";
import { writtenReport } from "../report/written-report.ts";
import { showBadLines } from "./bad-lines.ts";
import { repositoryUri } from "./checkout/repository-uri.ts";
import { type Format, type Invocation, newCommand, resultFormatOption } from "./command.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { fileSources } from "./files/file-source.ts";
import { readCatalogueFile } from "./files/read-catalogue-file.ts";
import { readManifest } from "./files/read-manifest.ts";
import { manifestStatus, showErrors } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";
import { writtenSarif } from "./output/written-sarif.ts";
import { replayFiles } from "./replay/replay-files.ts";

interface Options {
  readonly calls?: readonly string[];
  readonly redact?: readonly string[];
  readonly catalogue?: string;
  readonly format: Format;
}

/**
 * `countersign diff BASE HEAD [--calls FILE...]`: what is decided differently, over all possible calls and over saved ones.
 * Ends with 1 when anything is, when a setting changes what a decision means, when a pinned decision breaks, or when the
 * platform drops an entry of HEAD; 4 when something could not be proved; 2 when a file or a line cannot be read.
 */
export function diffCommand({ io, conclude }: Invocation): Command {
  return newCommand("diff", "say which decisions differ between two manifests", [
    "diff main:kortix.yaml kortix.yaml",
    "diff old.yaml new.yaml --calls calls.jsonl more.jsonl",
    "diff HEAD~1:kortix.yaml HEAD:kortix.yaml --format markdown",
  ])
    .argument("<base>", "the manifest before: a path, REV:PATH in git, or - for standard input")
    .argument("<head>", "the manifest after")
    .option("--calls <file...>", "files of saved calls to decide under both")
    .option(
      "--redact <path...>",
      "arguments of saved calls that are never shown, such as 'customer.*'",
    )
    .option("--catalogue <file>", "the risk of saved calls that say none: JSON or YAML")
    .addOption(resultFormatOption())
    .action(async (base: string, head: string, options: Options) => {
      conclude(await diff(base, head, options, io));
    });
}

async function diff(base: string, head: string, options: Options, io: Io): Promise<ExitStatus> {
  const { calls = [], redact = [], catalogue, format } = options;
  checkStandardInput([base, head, ...calls, ...(catalogue === undefined ? [] : [catalogue])]);
  const before = await readManifest(base, io);
  const after = await readManifest(head, io);
  for (const side of [before, after]) {
    if (side.policy === undefined) await showErrors(side, io);
  }
  if (before.policy === undefined || after.policy === undefined) return exitStatus.unreadable;
  const policies: [Policy, Policy] = [before.policy, after.policy];
  const found = diffPolicies(...policies);
  const actions = await readCatalogueFile(catalogue, io);
  const simulation =
    calls.length === 0
      ? undefined
      : await replayFiles(await fileSources(calls, io), policies, { catalogue: actions, io });
  if (simulation !== undefined) await showBadLines(simulation.badLines, io);
  const changed = deltas(...policies, found);
  const facts: DiffFacts = {
    diff: { ...found, undecided: changed.flatMap(({ undecided }) => undecided) },
    deltas: changed,
    rules: diffRules(...policies),
    ...(simulation === undefined
      ? {}
      : {
          saved: {
            simulation,
            seen: seenCalls(found.changes, simulation),
            disclosure: { policies, redact },
          },
        }),
    base: before,
    head: after,
  };
  const report = {
    title: "countersign diff",
    blocks: () => diffBlocks(facts),
    json: () => diffJson(facts),
  };
  await io.stdout.write(
    format === "sarif"
      ? await writtenSarif(diffSarif(facts), (file) => repositoryUri(file, io.cwd))
      : writtenReport(report, format, io.stdout.paint),
  );
  return worst([manifestStatus(after), diffStatus(facts)]);
}

function diffStatus({ deltas: changed, diff: { complete }, saved }: DiffFacts): ExitStatus {
  const simulation = saved?.simulation;
  const unread = simulation?.fault !== undefined || (simulation?.badLines.count ?? 0) > 0;
  const unproved = !complete || changed.some(({ undecided }) => undecided.length > 0);
  const something = changed.length > 0 || (simulation?.unmet.length ?? 0) > 0;
  return worst([
    unread ? exitStatus.unreadable : exitStatus.nothing,
    unproved ? exitStatus.unproved : exitStatus.nothing,
    something ? exitStatus.something : exitStatus.nothing,
  ]);
}
