import type { Catalogue } from "../catalogue/catalogue.ts";
import { withCataloguedRisk } from "../catalogue/catalogued-risk.ts";
import { badLine } from "./bad-line.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { type CorpusLine, lineSplitter } from "./corpus-line.ts";
import { jsonLinesReader } from "./json-lines.ts";
import { PackedFault } from "./packed-fault.ts";
import { anyFormReader } from "./read-records.ts";
import { readSavedCall } from "./read-saved-call.ts";
import { RecordShapes, type ShapedLine } from "./record-shapes.ts";
import type { Replay } from "./replay.ts";
import { ReadCall } from "./replayed-call.ts";
import { mayHoldMask, ShapedCall } from "./shaped-call.ts";
import { mostUnpacked, unpacked } from "./unpacked.ts";

/** A file of saved calls, and how it is read. */
export interface ReplayedFile {
  readonly file: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The risk of calls that say none. */
  readonly catalogue: Catalogue;
  /** Bytes that it may come to when it is unpacked. */
  readonly most?: number;
  /** Told after each chunk, and waited for. */
  readonly watch?: (replay: Replay) => Promise<void> | void;
  /** Whether a shape is made of the first line already. */
  readonly eager?: boolean;
}

/**
 * Replays the saved calls of a file, the same as one by one what `readCorpus` reads of it. Lines of a shape that was met before
 * are recognised, not parsed. Rejects when the source does.
 */
export async function replayCorpus(replay: Replay, file: ReplayedFile): Promise<void> {
  const lines = new CorpusLines(replay, file, anyForm(file.file), 1);
  try {
    for await (const chunk of unpacked(file.chunks, file.most ?? mostUnpacked)) {
      // INVARIANT: what comes of bytes is bytes.
      lines.push(chunk as Uint8Array);
      await file.watch?.(replay);
    }
    lines.end();
  } catch (error) {
    if (!(error instanceof PackedFault)) throw error;
    lines.fault(`the file cannot be unpacked: ${error.message}`);
  }
}

/** Lines of JSON Lines from somewhere in a file on. */
export interface ReplayedPart extends Omit<ReplayedFile, "most"> {
  /** Whether the file begins here. */
  readonly isBeginning: boolean;
}

/**
 * Replays a part of a plain file of JSON Lines, from the beginning of a line to the end of one, or of the file. Returns how many lines it
 * has. Lines are numbered from 1 in the part where the file begins, from 2 in any other.
 */
export async function replayPart(replay: Replay, part: ReplayedPart): Promise<number> {
  const first = part.isBeginning ? 1 : 2;
  const reader = jsonLinesReader<CorpusEntry>(part.file, readSavedCall);
  const lines = new CorpusLines(replay, part, { ...reader, isJsonLines: true }, first);
  for await (const chunk of part.chunks) {
    lines.push(chunk);
    await part.watch?.(replay);
  }
  lines.end();
  return lines.next - first;
}

function anyForm(file: string): ReturnType<typeof anyFormReader<CorpusEntry>> {
  return anyFormReader<CorpusEntry>({ file, read: readSavedCall });
}

/** Larger chunks are cut: the engine keeps a text of more than 128 KiB apart from others, which costs more than a cut. */
const largestChunk = 122_880;

class CorpusLines {
  readonly #replay: Replay;
  readonly #file: ReplayedFile;
  readonly #shapes: RecordShapes;
  readonly #reader: ReturnType<typeof anyForm>;
  readonly #splitter: ReturnType<typeof lineSplitter>;

  constructor(
    replay: Replay,
    file: ReplayedFile,
    reader: ReturnType<typeof anyForm>,
    first: number,
  ) {
    this.#replay = replay;
    this.#file = file;
    this.#shapes = new RecordShapes(file.eager);
    this.#reader = reader;
    this.#splitter = lineSplitter(first);
  }

  push(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; start += largestChunk) {
      this.#pushBytes(chunk.subarray(start, start + largestChunk));
    }
  }

  end(): void {
    this.#read(this.#splitter.end());
    for (const entry of this.#reader.end()) this.#take(entry);
  }

  get next(): number {
    return this.#splitter.next;
  }

  /** That the lines end here, and why. */
  fault(reason: string): void {
    this.#replay.refuse(badLine({ file: this.#file.file, line: this.#splitter.next }, reason));
  }

  #pushBytes(chunk: Uint8Array): void {
    let start = 0;
    // What has begun in the chunk before, and the first lines, by which the form of the file is told.
    while (start < chunk.length && !(this.#reader.isJsonLines && this.#splitter.isBetweenLines)) {
      const end = lineEnd(chunk, start);
      this.#read(this.#splitter.push(chunk.subarray(start, end)));
      start = end;
    }
    const end = chunk.lastIndexOf(10) + 1;
    if (end > start) this.#pushLines(chunk.subarray(start, end));
    if (chunk.length > Math.max(start, end)) {
      this.#read(this.#splitter.push(chunk.subarray(Math.max(start, end))));
    }
  }

  /** Whole lines of JSON Lines. */
  #pushLines(bytes: Uint8Array): void {
    // One character for each byte: what is not ASCII has no shape here.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    const mayBeMasked = mayHoldMask(text);
    let start = 0;
    while (start < text.length) {
      const found = this.#shapes.inAscii(text, start);
      if (found === undefined) {
        const end = text.indexOf("\n", start) + 1;
        this.#read(this.#splitter.push(bytes.subarray(start, end)));
        start = end;
      } else {
        this.#takeShaped(found, this.#splitter.next, mayBeMasked);
        this.#splitter.pass(1);
        start += found.match[0].length;
      }
    }
  }

  #read(lines: Iterable<CorpusLine>): void {
    for (const line of lines) {
      const isText = line.kind === "text" && this.#reader.isJsonLines;
      const found = isText ? this.#shapes.onLine(line.text) : undefined;
      if (found !== undefined) {
        this.#takeShaped(found, line.number, true);
        continue;
      }
      for (const entry of this.#reader.line(line)) {
        this.#take(entry);
        if (isText) this.#shapes.learn(line.text, entry);
      }
    }
  }

  #takeShaped(found: ShapedLine, line: number, mayBeMasked: boolean): void {
    const { file, catalogue } = this.#file;
    this.#replay.take(new ShapedCall(found, { file, line }, catalogue, mayBeMasked));
  }

  #take(entry: CorpusEntry): void {
    if (entry.kind === "bad-line") this.#replay.refuse(entry);
    else this.#replay.take(new ReadCall(withCataloguedRisk(entry, this.#file.catalogue)));
  }
}

/** Behind the next line feed, or behind everything. */
function lineEnd(chunk: Uint8Array, from: number): number {
  return chunk.indexOf(10, from) + 1 || chunk.length;
}
