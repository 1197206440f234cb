import { type BadLine, badLine, type Place } from "./bad-line.ts";
import type { ReadRecord } from "./record-reader.ts";

/** Reads the JSON text of one record. A key that stands twice has its last value, as for every JSON reader here. */
export function readJsonRecord<Entry>(
  text: string,
  place: Place,
  read: ReadRecord<Entry>,
): Entry | BadLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own message differs between versions and quotes the line.
    return badLine(place, "this is not JSON");
  }
  return read(value, place);
}
