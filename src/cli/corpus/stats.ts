import type { Command } from "commander";
import { withCataloguedRisk } from "../../analysis/catalogue/catalogued-risk.ts";
import { callChecker } from "../../analysis/simulation/check-calls.ts";
import { statsTally } from "../../analysis/simulation/corpus-stats.ts";
import { checkTally } from "../../report/check/check-tally.ts";
import { statsBlocks, statsJson } from "../../report/corpus/stats-report.ts";
import { type ReportFormat, writtenReport } from "../../report/written-report.ts";
import { showBadLines } from "../bad-lines.ts";
import { formatOption, type Invocation, newCommand } from "../command.ts";
import { type ExitStatus, exitStatus, worst } from "../exit-status.ts";
import { checkStandardInput } from "../files/file-argument.ts";
import { readCalls } from "../files/read-calls.ts";
import { readCatalogueFile } from "../files/read-catalogue-file.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { corpusStatus } from "./compact.ts";
import { namedPolicies } from "./policies.ts";

interface Options {
  readonly manifest?: string;
  readonly catalogue?: string;
  readonly format: ReportFormat;
}

/**
 * `countersign corpus stats FILE...`: what saved calls are made of, and, under a manifest, how many of them can be decided and
 * which arguments to log for the others. Ends with 2 when a line cannot be read or there is no call.
 */
export function statsCommand({ io, conclude }: Invocation): Command {
  return newCommand("stats", "say what saved calls are made of, and what they lack", [
    "corpus stats policy/calls/*.jsonl",
    "corpus stats calls.jsonl.gz --manifest kortix.yaml --format json",
  ])
    .argument("<file...>", "saved calls, plain, .gz or .zst; - for standard input")
    .option("--manifest <file>", "decide them: how many can be, and which arguments are missing")
    .option("--catalogue <file>", "the risk of calls that say none: JSON or YAML")
    .addOption(formatOption())
    .action(async (files: string[], options: Options) => {
      conclude(await stats(files, options, io));
    });
}

async function stats(
  files: readonly string[],
  { manifest, catalogue, format }: Options,
  io: Io,
): Promise<ExitStatus> {
  const others = [manifest, catalogue].filter((file) => file !== undefined);
  checkStandardInput([...files, ...others]);
  const named = await namedPolicies({ manifest: manifest === undefined ? [] : [manifest] }, io);
  if (named === undefined) return exitStatus.unreadable;
  const actions = await readCatalogueFile(catalogue, io);
  const [policy] = named.policies;
  const tally = statsTally();
  const check = policy && callChecker(policy);
  const decided = checkTally();
  for await (const entries of withProgress(await readCalls(files, io), io)) {
    for (const entry of entries) {
      const known = entry.kind === "call" ? withCataloguedRisk(entry, actions) : entry;
      tally.take(known);
      if (check !== undefined) decided.take(check(known));
    }
  }
  const found = tally.result();
  const facts = { stats: found, ...(policy === undefined ? {} : { decided: decided.result() }) };
  const report = {
    title: "countersign corpus stats",
    blocks: () => statsBlocks(facts),
    json: () => statsJson(facts),
  };
  await io.stdout.write(writtenReport(report, format, io.stdout.paint));
  await showBadLines(found.badLines, io);
  return worst([named.status, corpusStatus(found.total, found.badLines)]);
}
