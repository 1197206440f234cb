import { badLine } from "./bad-line.ts";
import { readJsonRecord } from "./json-record.ts";
import type { ReadRecord, RecordReader } from "./record-reader.ts";

const blank = /^[ \t\r]*$/;

/** Reads JSON Lines: one record a line, blank lines between them as one likes. */
export function jsonLinesReader<Entry>(file: string, read: ReadRecord<Entry>): RecordReader<Entry> {
  return {
    *line(line) {
      const place = { file, line: line.number };
      if (line.kind === "unreadable") yield badLine(place, line.because);
      else if (!blank.test(line.text)) yield readJsonRecord(line.text, place, read);
    },
    *end() {},
  };
}
