import { type BadLine, badLine } from "./bad-line.ts";
import { type CorpusLine, lineSplitter } from "./corpus-line.ts";
import { jsonLinesReader } from "./json-lines.ts";
import { jsonListReader } from "./json-list.ts";
import { PackedFault } from "./packed-fault.ts";
import type { ReadRecord, RecordReader } from "./record-reader.ts";
import { unpacked } from "./unpacked.ts";
import { yamlListReader } from "./yaml-list.ts";

/** A file of records, and what one of them is. */
export interface RecordFile<Entry> {
  /** What it is called in places. */
  readonly file: string;
  readonly read: ReadRecord<Entry>;
}

/**
 * Reads a file of records from its chunks (bytes are UTF-8): JSON Lines and a JSON list in constant memory, a YAML list of
 * at most 1 MiB; which of them it is shows in its first character. Every record comes out in file order, as what it is or
 * as a bad line; a rejected source rejects. A file that is packed with gzip or zstd is unpacked, up to `most` bytes; where
 * that cannot be done, the rest of it is one bad line.
 */
export async function* readRecords<Entry>(
  records: RecordFile<Entry>,
  chunks: AsyncIterable<string | Uint8Array>,
  most: number,
): AsyncGenerator<Entry | BadLine, void, undefined> {
  for await (const entries of recordsByChunk(records, chunks, most)) yield* entries;
}

/** What `readRecords` reads, by the chunks that it comes out of, in order: each is to be read before the next is asked for. */
export async function* recordsByChunk<Entry>(
  records: RecordFile<Entry>,
  chunks: AsyncIterable<string | Uint8Array>,
  most: number,
): AsyncGenerator<Iterable<Entry | BadLine>, void, undefined> {
  const reader = chunkReader(records);
  try {
    for await (const chunk of unpacked(chunks, most)) yield reader.push(chunk);
    yield reader.end();
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    yield [reader.fault(`the file cannot be unpacked: ${error.message}`)];
  }
}

/** The same for a file whose text is at hand. */
export function* readRecordsText<Entry>(
  records: RecordFile<Entry>,
  text: string,
): Generator<Entry | BadLine, void, undefined> {
  const reader = chunkReader(records);
  yield* reader.push(text);
  yield* reader.end();
}

interface ChunkReader<Entry> {
  push(chunk: string | Uint8Array): Iterable<Entry | BadLine>;
  end(): Iterable<Entry | BadLine>;
  /** That the lines end here, and why. */
  fault(reason: string): BadLine;
}

function chunkReader<Entry>(records: RecordFile<Entry>): ChunkReader<Entry> {
  const splitter = lineSplitter();
  const reader = anyFormReader(records);

  function* entries(lines: Iterable<CorpusLine>): Iterable<Entry | BadLine> {
    for (const line of lines) yield* reader.line(line);
  }

  return {
    push: (chunk) => entries(splitter.push(chunk)),
    *end() {
      yield* entries(splitter.end());
      yield* reader.end();
    },
    fault: (reason) => badLine({ file: records.file, line: splitter.next }, reason),
  };
}

/** Reads the records of a file from its lines, whatever its form. */
export interface AnyFormReader<Entry> extends RecordReader<Entry> {
  /** Whether the file is known to be JSON Lines, so that each line stands for itself. */
  readonly isJsonLines: boolean;
}

/** A reader of a file of which nothing is known yet. */
export function anyFormReader<Entry>({ file, read }: RecordFile<Entry>): AnyFormReader<Entry> {
  let form: ReaderOf | undefined;
  let records: RecordReader<Entry> | undefined;
  return {
    *line(line) {
      form ??= formOf(line);
      records ??= form?.(file, read);
      if (records !== undefined) yield* records.line(line);
      else if (line.kind === "unreadable") yield badLine({ file, line: line.number }, line.because);
    },
    *end() {
      if (records !== undefined) yield* records.end();
    },
    get isJsonLines() {
      return form === jsonLinesReader;
    },
  };
}

type ReaderOf = typeof jsonLinesReader;

const readers: ReadonlyMap<string, ReaderOf> = new Map([
  ["[", jsonListReader],
  ["-", yamlListReader],
  ["#", yamlListReader],
  ["%", yamlListReader],
]);

/** The form of the file, from its first line that is not blank. */
function formOf(line: CorpusLine): ReaderOf | undefined {
  if (line.kind === "unreadable") return undefined;
  const first = /[^ \t\r]/.exec(line.text)?.[0];
  return first === undefined ? undefined : (readers.get(first) ?? jsonLinesReader);
}
