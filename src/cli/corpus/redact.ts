import type { Command } from "commander";
import { badLineTally } from "../../analysis/simulation/bad-lines.ts";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { count, newTally } from "../../analysis/simulation/tally.ts";
import { redactionBlocks } from "../../report/corpus/redaction-report.ts";
import { savedCallLine } from "../../report/corpus/saved-call-line.ts";
import { documentText } from "../../report/document/document-text.ts";
import { redactor } from "../../report/privacy/redactor.ts";
import { showBadLines } from "../bad-lines.ts";
import { type Invocation, newCommand } from "../command.ts";
import { type ExitStatus, exitStatus, worst } from "../exit-status.ts";
import { checkStandardInput } from "../files/file-argument.ts";
import { readCalls } from "../files/read-calls.ts";
import { namedConfig } from "../files/suppressing-config.ts";
import { withLineOutput } from "../output/line-output.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { corpusStatus } from "./compact.ts";
import { manifestsOf, namedPolicies, type PolicyFlags, withPolicyFlags } from "./policies.ts";

interface Options extends PolicyFlags {
  readonly output?: string;
  readonly config?: string;
  readonly redact?: readonly string[];
}

/**
 * `countersign corpus redact FILE...`: saved calls without credentials, card numbers, whoever an e-mail address belongs to,
 * and what the configuration redacts. The manifests decide them as before. Ends with 4 when that could not be kept for
 * some call, which is undecidable then, and 2 when a line cannot be read: it is not in what comes out.
 */
export function redactCommand({ io, conclude }: Invocation): Command {
  const command = newCommand("redact", "take out of saved calls what is private", [
    "corpus redact calls.jsonl -o policy/calls/october.jsonl --manifest kortix.yaml",
    "corpus redact calls.jsonl --redact 'customer.*' --manifest kortix.yaml > shared.jsonl",
  ])
    .argument("<file...>", "saved calls, plain, .gz or .zst; - for standard input")
    .option("-o, --output <file>", "where they go; .gz is packed (default: standard output)")
    .option("--config <file>", "whose `redact` holds, such as .github/countersign.yml")
    .option("--redact <path...>", "arguments whose values are replaced, such as 'customer.*'");
  return withPolicyFlags(command).action(async (files: string[], options: Options) => {
    conclude(await redact(files, options, io));
  });
}

async function redact(files: readonly string[], options: Options, io: Io): Promise<ExitStatus> {
  const { config, output } = options;
  checkStandardInput([
    ...files,
    ...manifestsOf(options),
    ...(config === undefined ? [] : [config]),
  ]);
  const named = await namedPolicies(options, io);
  if (named === undefined) return exitStatus.unreadable;
  const configured = config === undefined ? [] : (await namedConfig(config, io)).config.redact;
  const paths = [...configured, ...(options.redact ?? [])];
  const redacted = redactor({ policies: named.policies, redact: paths });
  const corpus = withProgress(await readCalls(files, io), io);
  const { total, replaced, lost, badLines } = await withLineOutput(output, io, async (lines) => {
    const sums = { total: newTally(), replaced: 0, lost: 0 };
    const bad = badLineTally();
    const line = (entry: CorpusEntry): string => {
      if (entry.kind === "bad-line") {
        bad.take(entry);
        return "";
      }
      count(sums.total, entry.count);
      const result = redacted(entry);
      sums.replaced += result.replaced;
      sums.lost += result.lost;
      return savedCallLine(result.saved);
    };
    for await (const entries of corpus) await lines.write(entries.map(line).join(""));
    return { ...sums, badLines: bad.result() };
  });
  const blocks = redactionBlocks({ total, replaced, lost });
  await io.stderr.write(documentText(blocks, io.stderr.paint));
  await showBadLines(badLines, io);
  const lostStatus = lost > 0 ? exitStatus.unproved : exitStatus.nothing;
  return worst([named.status, corpusStatus(total, badLines), lostStatus]);
}
