import type { BadLine } from "./bad-line.ts";
import { type RecordFile, recordsByChunk } from "./read-records.ts";

/** What came out of one chunk of a file, in order; handing it on record by record would cost more than reading it. */
export type Batch<Entry> = readonly (Entry | BadLine)[];

/** What `readRecords` reads, put together as it comes out of the chunks of the file; none is empty. */
export async function* recordBatches<Entry>(
  records: RecordFile<Entry>,
  chunks: AsyncIterable<string | Uint8Array>,
  most: number,
): AsyncGenerator<Batch<Entry>, void, undefined> {
  for await (const entries of recordsByChunk(records, chunks, most)) {
    const batch = [...entries];
    if (batch.length > 0) yield batch;
  }
}
