import { type BadLine, badLine } from "./bad-line.ts";
import { lineSplitter } from "./corpus-line.ts";
import { PackedFault } from "./packed-fault.ts";
import { anyFormReader, type RecordFile } from "./read-records.ts";
import { unpacked } from "./unpacked.ts";

/** What came out of one chunk of a file, in order; handing it on record by record would cost more than reading it. */
export type Batch<Entry> = readonly (Entry | BadLine)[];

/** What `readRecords` reads, put together as it comes out of the chunks of the file; none is empty. */
export async function* recordBatches<Entry>(
  records: RecordFile<Entry>,
  chunks: AsyncIterable<string | Uint8Array>,
  most: number,
): AsyncGenerator<Batch<Entry>, void, undefined> {
  const splitter = lineSplitter();
  const reader = anyFormReader(records);
  let batch: (Entry | BadLine)[] = [];

  const read = (lines: ReturnType<typeof splitter.push>): void => {
    for (const line of lines) for (const entry of reader.line(line)) batch.push(entry);
  };

  try {
    for await (const chunk of unpacked(chunks, most)) {
      read(splitter.push(chunk));
      if (batch.length > 0) yield batch;
      batch = [];
    }
    read(splitter.end());
    for (const entry of reader.end()) batch.push(entry);
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    const place = { file: records.file, line: splitter.next };
    batch.push(badLine(place, `the file cannot be unpacked: ${error.message}`));
  }
  if (batch.length > 0) yield batch;
}
