import type { Command } from "commander";
import { compaction } from "../../analysis/compaction/compaction.ts";
import { type BadLines, badLineTally } from "../../analysis/simulation/bad-lines.ts";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import type { SavedCall } from "../../analysis/simulation/saved-call.ts";
import { count, newTally, type Tally } from "../../analysis/simulation/tally.ts";
import { compactionBlocks } from "../../report/corpus/compaction-report.ts";
import { savedCallLine } from "../../report/corpus/saved-call-line.ts";
import { documentText } from "../../report/document/document-text.ts";
import { showBadLines } from "../bad-lines.ts";
import { type Invocation, newCommand } from "../command.ts";
import { type ExitStatus, exitStatus, worst } from "../exit-status.ts";
import { checkStandardInput } from "../files/file-argument.ts";
import { readCalls } from "../files/read-calls.ts";
import { withLineOutput } from "../output/line-output.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { manifestsOf, namedPolicies, type PolicyFlags, withPolicyFlags } from "./policies.ts";

interface Options extends PolicyFlags {
  readonly output?: string;
}

/**
 * `countersign corpus compact FILE...`: one line for all saved calls that no rule of the manifests tells apart, or, without
 * manifests, for all that are equal. Ends with 2 when a line cannot be read: it is not in what comes out.
 */
export function compactCommand({ io, conclude }: Invocation): Command {
  const command = newCommand("compact", "one line for saved calls that no rule tells apart", [
    "corpus compact calls.jsonl -o small.jsonl --manifest kortix.yaml",
    "corpus compact calls.jsonl.gz --for main:kortix.yaml kortix.yaml > small.jsonl",
    "corpus compact calls.jsonl   # without a manifest: equal calls only",
  ])
    .argument("<file...>", "saved calls, plain, .gz or .zst; - for standard input")
    .option("-o, --output <file>", "where they go; .gz is packed (default: standard output)");
  return withPolicyFlags(command).action(async (files: string[], options: Options) => {
    conclude(await compact(files, options, io));
  });
}

async function compact(files: readonly string[], options: Options, io: Io): Promise<ExitStatus> {
  checkStandardInput([...files, ...manifestsOf(options)]);
  const named = await namedPolicies(options, io);
  if (named === undefined) return exitStatus.unreadable;
  const corpus = withProgress(await readCalls(files, io), io);
  const { before, after, badLines } = await withLineOutput(options.output, io, async (lines) => {
    const running = compaction(named.policies);
    const totals = { before: newTally(), after: newTally() };
    const bad = badLineTally();
    const taken = (entry: CorpusEntry): readonly SavedCall[] => {
      if (entry.kind === "bad-line") {
        bad.take(entry);
        return [];
      }
      count(totals.before, entry.count);
      return running.take(entry);
    };
    const write = async (calls: readonly SavedCall[]): Promise<void> => {
      for (const saved of calls) count(totals.after, saved.count);
      await lines.write(calls.map(savedCallLine).join(""));
    };
    for await (const entries of corpus) await write(entries.flatMap(taken));
    await write(running.end());
    return { ...totals, badLines: bad.result() };
  });
  await io.stderr.write(documentText(compactionBlocks(before, after), io.stderr.paint));
  await showBadLines(badLines, io);
  return worst([named.status, corpusStatus(before, badLines)]);
}

/** What reading a corpus came to. */
export function corpusStatus(total: Tally, badLines: BadLines): ExitStatus {
  return total.calls === 0 || badLines.count > 0 ? exitStatus.unreadable : exitStatus.nothing;
}
