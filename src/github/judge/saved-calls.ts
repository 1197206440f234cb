import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { withCataloguedRisks } from "../../analysis/catalogue/catalogued-risk.ts";
import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import type { CorpusFile } from "../read/corpus-files.ts";

/** Bytes of a file that are read at once. */
const portion = 256 * 1024;

/** The saved calls of files, file by file; where one says no risk, the catalogue's. */
export function savedCalls(
  files: readonly CorpusFile[],
  actions: Catalogue,
): AsyncGenerator<CorpusEntry, void, undefined> {
  return withCataloguedRisks(entries(files), actions);
}

async function* entries(
  files: readonly CorpusFile[],
): AsyncGenerator<CorpusEntry, void, undefined> {
  for (const { path, bytes } of files) yield* readCorpus(path, portions(bytes));
}

/** A file in pieces, so that the process can do other things between them. */
async function* portions(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += portion) {
    yield bytes.subarray(start, start + portion);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
