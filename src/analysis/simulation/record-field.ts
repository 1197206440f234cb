import type { KnownKey } from "./meant-key.ts";
import { momentOf } from "./moment.ts";
import { shown } from "./shown.ts";

/** A parsed record of a corpus, before anything is known about its fields. */
export type Fields = { readonly [key in KnownKey]?: unknown };

/** Whether a parsed value is a map. */
export function isMap(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Thrown by the readers of fields: what is wrong with the record, and what to do. */
export class BadRecord extends Error {
  readonly help: string | undefined;

  constructor(reason: string, help?: string) {
    super(reason);
    this.help = help;
  }
}

/** A name that is neither missing nor blank, trimmed as the platform trims it. */
export function nameField(record: Fields, key: KnownKey): string {
  const value = record[key];
  if (value === undefined) throw new BadRecord(`\`${key}\` is missing`);
  if (typeof value !== "string") throw new BadRecord(`\`${key}\` is ${shown(value)}, not text`);
  const text = value.trim();
  if (text === "") throw new BadRecord(`\`${key}\` is blank`);
  return text;
}

/** One of some words, or undefined when the key is absent. */
export function wordField<T extends string>(
  record: Fields,
  key: KnownKey,
  words: readonly [T, T, T],
): T | undefined {
  const value = record[key];
  if (value === undefined) return undefined;
  const word = words.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  const [first, second, third] = words;
  throw new BadRecord(
    `\`${key}\` is ${shown(value)}`,
    `write \`${first}\`, \`${second}\` or \`${third}\``,
  );
}

/** The highest `count` of a record; it keeps the sum over a corpus of any length exact. */
export const highestCount = 1_000_000_000;

/** How many calls a record stands for: 1 when it does not say. */
export function countField(record: Fields): number {
  const value = record.count === undefined ? 1 : record.count;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= highestCount) {
    return value;
  }
  throw new BadRecord(
    `\`count\` is ${shown(value)}${typeof value === "number" ? "" : ", not a number"}`,
    `write a whole number from 1 to ${highestCount}`,
  );
}

/** A time in one of the spellings of `momentOf`, as it is written; undefined when the key is absent or null. */
export function momentField(record: Fields, key: KnownKey): string | number | undefined {
  const value = record[key] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === "string" || typeof value === "number") {
    if (momentOf(value) !== undefined) return value;
  }
  throw new BadRecord(
    `\`${key}\` is ${shown(value)}, not a time`,
    "write `2026-10-01T09:30:00Z`, or the seconds since 1970",
  );
}

/** Text of the log, blank or not; undefined when the key is absent or null. */
export function noteField(record: Fields, key: KnownKey): string | undefined {
  const value = record[key] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  throw new BadRecord(`\`${key}\` is ${shown(value)}, not text`);
}
