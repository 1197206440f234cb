import type { CorpusEntry } from "../../analysis/simulation/corpus-entry.ts";
import { readCorpus } from "../../analysis/simulation/read-corpus.ts";
import type { Io } from "../output/output.ts";
import { type FileSource, fileSources } from "./file-source.ts";

/**
 * Reads files of saved calls one after the other, as a stream. That all of them are there is known before the first call
 * comes; rejects otherwise.
 */
export async function readCalls(
  texts: readonly string[],
  io: Io,
): Promise<AsyncIterable<CorpusEntry>> {
  return entries(await fileSources(texts, io));
}

async function* entries(
  sources: readonly FileSource[],
): AsyncGenerator<CorpusEntry, void, undefined> {
  for (const { name, chunks } of sources) yield* readCorpus(name, chunks(), largestUnpacked);
}

/** Here a person waits for an answer about a file of their own: 16 GiB. */
export const largestUnpacked = 17_179_869_184;
