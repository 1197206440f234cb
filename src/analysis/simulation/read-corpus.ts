import type { SourceFile } from "../../policy/source/diagnostic.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { readRecords, readRecordsText } from "./read-records.ts";
import { readSavedCall } from "./read-saved-call.ts";
import { mostUnpacked } from "./unpacked.ts";

/**
 * Reads a file of saved calls from its chunks (bytes are UTF-8): JSON Lines and a JSON list in constant memory, a YAML
 * list of at most 1 MiB; plain, or packed with gzip or zstd. Every record comes out in file order, as a call or as a bad
 * line; a rejected source rejects.
 */
export function readCorpus(
  file: string,
  chunks: AsyncIterable<string | Uint8Array>,
  most: number = mostUnpacked,
): AsyncGenerator<CorpusEntry, void, undefined> {
  return readRecords({ file, read: readSavedCall }, chunks, most);
}

/** The same for a file whose text is at hand. */
export function readCorpusText({
  path,
  text,
}: SourceFile): Generator<CorpusEntry, void, undefined> {
  return readRecordsText({ file: path, read: readSavedCall }, text);
}
