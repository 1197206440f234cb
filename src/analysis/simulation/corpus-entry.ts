import type { Call } from "../../policy/call.ts";
import type { BadLine } from "./bad-line.ts";
import type { SavedCall } from "./saved-call.ts";

/** What a corpus holds, in file order: calls, and the lines that could not be read as one. */
export type CorpusEntry = SavedCall | BadLine;

/** A plain call as a corpus entry: made once, its line is its position among the calls, from 1, in no file. */
export function entryOf(call: Call | CorpusEntry, position: number): CorpusEntry {
  if ("kind" in call) return call;
  return { kind: "call", call, count: 1, file: "", line: position };
}
