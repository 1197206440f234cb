import { readDocument } from "../../policy/source/document.ts";
import type { Span } from "../../policy/source/span.ts";
import { type BadLine, badLine } from "./bad-line.ts";
import { longestLine } from "./corpus-line.ts";
import type { ReadRecord, RecordReader } from "./record-reader.ts";

/** Reads one YAML list of records. YAML cannot be read in parts, so the file is held: at most 1 MiB. */
export function yamlListReader<Entry>(file: string, read: ReadRecord<Entry>): RecordReader<Entry> {
  /** Undefined: given up. */
  let text: string | undefined = "";
  let at = 1;

  return {
    *line(line) {
      if (text === undefined) return;
      if (line.kind === "text") {
        // Blank lines before the list are not handed over, but count for its line numbers.
        text += "\n".repeat(Math.min(line.number - at, longestLine)) + line.text;
        at = line.number;
        if (text.length <= longestLine) return;
      }
      text = undefined;
      const because =
        line.kind === "unreadable" ? line.because : "the YAML list is longer than 1 MiB";
      const reason = `${because}, so the list is not read`;
      yield badLine({ file, line: line.number }, reason, "write one JSON object a line");
    },
    *end() {
      if (text !== undefined) yield* readYamlList(file, text, read);
    },
  };
}

function* readYamlList<Entry>(
  file: string,
  text: string,
  read: ReadRecord<Entry>,
): Iterable<Entry | BadLine> {
  const { value: document, diagnostics } = readDocument({ path: file, text });
  const records = document?.value;
  if (document !== undefined && Array.isArray(records)) {
    for (const [index, record] of records.entries()) {
      yield read(record, { file, line: document.spanAt([index]).start.line });
    }
    return;
  }
  for (const { message, span } of diagnostics.filter(({ severity }) => severity === "error")) {
    // What is said about a text has its place in it.
    yield badLine({ file, line: (span as Span).start.line }, message);
  }
  if (document !== undefined) {
    yield badLine(
      { file, line: 1 },
      "this YAML is not a list of calls",
      "write one call a line as JSON",
    );
  }
}
