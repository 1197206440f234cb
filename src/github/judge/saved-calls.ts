import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { withCataloguedRisks } from "../../analysis/catalogue/catalogued-risk.ts";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import { Replay } from "../../analysis/simulation/replay.ts";
import { replayCorpus } from "../../analysis/simulation/replay-corpus.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CorpusFile } from "../read/corpus-files.ts";

/** The saved calls of files, file by file; where one says no risk, the catalogue's. */
export function savedCalls(
  files: readonly CorpusFile[],
  actions: Catalogue,
): AsyncGenerator<CorpusEntry, void, undefined> {
  return withCataloguedRisks(entries(files), actions);
}

/** Decides the saved calls of files under base and head. */
export async function replaySavedCalls(
  files: readonly CorpusFile[],
  policies: readonly [base: Policy, head: Policy],
  actions: Catalogue,
): Promise<Simulation> {
  const replay = new Replay(...policies);
  for (const file of files) {
    await replayCorpus(replay, { file: file.path, chunks: file.chunks(), catalogue: actions });
  }
  return replay.result();
}

async function* entries(
  files: readonly CorpusFile[],
): AsyncGenerator<CorpusEntry, void, undefined> {
  for (const file of files) yield* readCorpus(file.path, file.chunks());
}
