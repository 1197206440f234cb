import type { CorpusEntry } from "./corpus-entry.ts";
import type { CorpusLine } from "./corpus-line.ts";

/** Turns the lines of one file into records, one reader for each form that a corpus can have. */
export interface RecordReader {
  /** The records that are complete with this line. Read to the end before the next line is given. */
  line(line: CorpusLine): Iterable<CorpusEntry>;
  /** What is left to say when there are no more lines. */
  end(): Iterable<CorpusEntry>;
}
