/** One line of a file, without its line feed, or why its text cannot be had. Numbers are 1-based. */
export type CorpusLine =
  | { readonly kind: "text"; readonly number: number; readonly text: string }
  | { readonly kind: "unreadable"; readonly number: number; readonly because: string };

/** A longer line is not kept: 1 MiB, in bytes of a byte chunk, in UTF-16 units of a text chunk. */
export const longestLine = 1_048_576;

/** Splits the chunks of one file into lines, holding no more than one line of at most `longestLine`. */
export interface LineSplitter {
  /** The lines that end in this chunk, in order. Read to the end before the next chunk is pushed. */
  push(chunk: string | Uint8Array): Iterable<CorpusLine>;
  /** The last line, when the file does not end in a line feed. */
  end(): Iterable<CorpusLine>;
  /** Counts lines that somebody else has read, between two chunks that end in a line feed. */
  pass(lines: number): void;
  /** Whether the last chunk ended in a line feed, or none has come. */
  readonly isBetweenLines: boolean;
  /** The number of the next line, or of the one that has begun. */
  readonly next: number;
}

/**
 * A splitter for one file, or for the rest of one from some line on. Bytes are UTF-8; a byte order mark at the very beginning
 * is taken off.
 */
export function lineSplitter(first = 1): LineSplitter {
  let parts: (string | Uint8Array)[] = [];
  let size = 0;
  let number = first;

  const add = (part: string | Uint8Array): void => {
    size += part.length;
    if (size > longestLine) parts = [];
    else parts.push(part);
  };
  const take = (): CorpusLine => {
    const line = size > longestLine ? tooLong(number) : decoded(parts, number);
    parts = [];
    size = 0;
    number += 1;
    return line;
  };

  return {
    *push(chunk) {
      let start = 0;
      for (let end = lineFeed(chunk, 0); end >= 0; end = lineFeed(chunk, start)) {
        add(stretch(chunk, start, end));
        yield take();
        start = end + 1;
      }
      // A copy, so that neither a whole chunk is kept nor a buffer that its source fills anew.
      if (start < chunk.length) add(chunk.slice(start));
    },
    *end() {
      if (size > 0) yield take();
    },
    pass(lines) {
      number += lines;
    },
    get isBetweenLines() {
      return size === 0;
    },
    get next() {
      return number;
    },
  };
}

function lineFeed(chunk: string | Uint8Array, from: number): number {
  return typeof chunk === "string" ? chunk.indexOf("\n", from) : chunk.indexOf(10, from);
}

function stretch(chunk: string | Uint8Array, start: number, end: number): string | Uint8Array {
  return typeof chunk === "string" ? chunk.slice(start, end) : chunk.subarray(start, end);
}

function tooLong(number: number): CorpusLine {
  return { kind: "unreadable", number, because: "the line is longer than 1 MiB" };
}

function decoded(parts: readonly (string | Uint8Array)[], number: number): CorpusLine {
  try {
    const text = parts.length === 1 ? decodedPart(parts[0]) : decodedParts(parts);
    return { kind: "text", number, text: number === 1 ? text.replace(/^\uFEFF/, "") : text };
  } catch {
    return { kind: "unreadable", number, because: "the line is not UTF-8" };
  }
}

const encoding = { fatal: true, ignoreBOM: true };
const utf8 = new TextDecoder("utf-8", encoding);

function decodedPart(part: string | Uint8Array = ""): string {
  return typeof part === "string" ? part : utf8.decode(part);
}

/** A character may begin in one chunk and end in the next. */
function decodedParts(parts: readonly (string | Uint8Array)[]): string {
  const decoder = new TextDecoder("utf-8", encoding);
  const texts = parts.map((part) =>
    typeof part === "string" ? decoder.decode() + part : decoder.decode(part, { stream: true }),
  );
  return texts.join("") + decoder.decode();
}
