import type { Call } from "../../policy/call.ts";
import type { BadLine } from "./bad-line.ts";
import { readSavedCall } from "./read-saved-call.ts";
import type { SavedCall } from "./saved-call.ts";

/** What a corpus holds, in file order: calls, and the lines that could not be read as one. */
export type CorpusEntry = SavedCall | BadLine;

/** A saved call as a line of a corpus writes it, with nothing but the call obligatory. */
export type WrittenCall = Call & Partial<Pick<SavedCall, "count" | "at" | "expect">>;

const callKeys: ReadonlySet<string> = new Set<keyof Call>([
  "connector",
  "action",
  "args",
  "risk",
  "agent",
]);

/**
 * What a program hands over, as a corpus entry: its line is its position among the calls, from 1, in no file. A plain call
 * is made once; one that says more (`count`, `expect`) is held to the rules of a corpus's line.
 */
export function entryOf(call: WrittenCall | CorpusEntry, position: number): CorpusEntry {
  if ("kind" in call) return call;
  const place = { file: "", line: position };
  return Object.keys(call).every((key) => callKeys.has(key))
    ? { kind: "call", call, count: 1, ...place }
    : readSavedCall(call, place);
}
