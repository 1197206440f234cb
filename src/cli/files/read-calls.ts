import { readSavedCall } from "../../analysis/simulation/read-saved-call.ts";
import { type Batch, recordBatches } from "../../analysis/simulation/record-batches.ts";
import type { SavedCall } from "../../analysis/simulation/saved-call.ts";
import type { Io } from "../output/output.ts";
import { type FileSource, fileSources } from "./file-source.ts";

/**
 * Reads files of saved calls one after the other, as a stream of batches. That all of them are there is known before the first
 * call comes; rejects otherwise.
 */
export async function readCalls(
  texts: readonly string[],
  io: Io,
): Promise<AsyncIterable<Batch<SavedCall>>> {
  return batches(await fileSources(texts, io));
}

async function* batches(
  sources: readonly FileSource[],
): AsyncGenerator<Batch<SavedCall>, void, undefined> {
  for (const { name: file, chunks } of sources) {
    yield* recordBatches({ file, read: readSavedCall }, chunks(), largestUnpacked);
  }
}

/** Here a person waits for an answer about a file of their own: 16 GiB. */
export const largestUnpacked = 17_179_869_184;
