import type { BadLine, Place } from "./bad-line.ts";
import type { CorpusLine } from "./corpus-line.ts";

/** What a parsed record of a file is. */
export type ReadRecord<Entry> = (value: unknown, place: Place) => Entry | BadLine;

/** Turns the lines of one file into records, one reader for each form that it can have. */
export interface RecordReader<Entry> {
  /** The records that are complete with this line. Read to the end before the next line is given. */
  line(line: CorpusLine): Iterable<Entry | BadLine>;
  /** What is left to say when there are no more lines. */
  end(): Iterable<Entry | BadLine>;
}
