import type { SourceFile } from "../../policy/source/diagnostic.ts";
import { badLine } from "./bad-line.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { type CorpusLine, lineSplitter } from "./corpus-line.ts";
import { jsonLinesReader } from "./json-lines.ts";
import { jsonListReader } from "./json-list.ts";
import type { RecordReader } from "./record-reader.ts";
import { yamlListReader } from "./yaml-list.ts";

/**
 * Reads a file of saved calls from its chunks (bytes are UTF-8): JSON Lines and a JSON list in constant memory, a YAML
 * list of at most 1 MiB; which of them it is shows in its first character. Every record comes out in file order, as a
 * call or as a bad line; a rejected source rejects.
 */
export async function* readCorpus(
  file: string,
  chunks: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<CorpusEntry, void, undefined> {
  const corpus = corpusReader(file);
  for await (const chunk of chunks) yield* corpus.push(chunk);
  yield* corpus.end();
}

/** The same for a file whose text is at hand. */
export function* readCorpusText({
  path,
  text,
}: SourceFile): Generator<CorpusEntry, void, undefined> {
  const corpus = corpusReader(path);
  yield* corpus.push(text);
  yield* corpus.end();
}

interface CorpusReader {
  push(chunk: string | Uint8Array): Iterable<CorpusEntry>;
  end(): Iterable<CorpusEntry>;
}

function corpusReader(file: string): CorpusReader {
  const splitter = lineSplitter();
  let records: RecordReader | undefined;

  function* entries(lines: Iterable<CorpusLine>): Iterable<CorpusEntry> {
    for (const line of lines) {
      records ??= readerFor(line, file);
      if (records !== undefined) yield* records.line(line);
      else if (line.kind === "unreadable") yield badLine({ file, line: line.number }, line.because);
    }
  }

  return {
    push: (chunk) => entries(splitter.push(chunk)),
    *end() {
      yield* entries(splitter.end());
      if (records !== undefined) yield* records.end();
    },
  };
}

type ReaderOf = (file: string) => RecordReader;

const readers: ReadonlyMap<string, ReaderOf> = new Map([
  ["[", jsonListReader],
  ["-", yamlListReader],
  ["#", yamlListReader],
  ["%", yamlListReader],
]);

/** The form of the file, from its first line that is not blank. */
function readerFor(line: CorpusLine, file: string): RecordReader | undefined {
  if (line.kind === "unreadable") return undefined;
  const first = /[^ \t\r]/.exec(line.text)?.[0];
  return first === undefined ? undefined : (readers.get(first) ?? jsonLinesReader)(file);
}
