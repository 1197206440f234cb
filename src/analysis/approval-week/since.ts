import { parseDuration } from "../../policy/duration.ts";
import type { LogBatches } from "../platform-log/read-log.ts";
import { momentOf } from "../simulation/moment.ts";

/** From when on a log is looked at: a moment in milliseconds since 1970, or seconds before its newest record. */
export type Since =
  | { readonly kind: "moment"; readonly at: number }
  | { readonly kind: "before-newest"; readonly seconds: number };

/** Reads `7d`, `12h`, `2026-11-01` or a time of RFC 3339; undefined for anything else. */
export function readSince(text: string): Since | undefined {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return { kind: "before-newest", seconds };
  const at = momentOf(text);
  return at === undefined ? undefined : { kind: "moment", at };
}

/** The moment of the newest record of a log; undefined when none has a time. */
export async function newestMoment(log: LogBatches): Promise<number | undefined> {
  let newest: number | undefined;
  for await (const entries of log) {
    for (const entry of entries) {
      const at = entry.kind === "bad-line" ? undefined : entry.trail.at;
      if (at !== undefined) newest = Math.max(newest ?? at, at);
    }
  }
  return newest;
}
