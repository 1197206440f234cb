import { distance } from "fastest-levenshtein";

const knownKeys = [
  "connector",
  "action",
  "args",
  "risk",
  "agent",
  "count",
  "at",
  "first_at",
  "expect",
  "status",
  "decision",
  "decided_at",
  "resolved_by",
] as const;

/** A key of a saved call that means something. */
export type KnownKey = (typeof knownKeys)[number];

/** Whether a key of a saved call means something. */
export function isKnownKey(key: string): boolean {
  return (knownKeys as readonly string[]).includes(key);
}

/** Names that other tools give to the same thing; meant only where the known key is missing. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["arguments", "args"],
  ["params", "args"],
  ["parameters", "args"],
  ["input", "args"],
  ["tool", "action"],
  ["slug", "connector"],
  ["expected", "expect"],
  ["timestamp", "at"],
]);

/**
 * The known key that an unknown key of a record most likely means, or undefined when it is simply another key. A record
 * of a log carries many other keys, so only a slip of one letter, two exchanged letters, another case or separator, or a
 * usual other name counts.
 */
export function meantKey(key: string, record: object): string | undefined {
  const near = knownKeys.find((known) => isSlipOf(known, key));
  if (near !== undefined) return near;
  const other = otherNames.get(key);
  return other !== undefined && !Object.hasOwn(record, other) ? other : undefined;
}

function isSlipOf(known: string, key: string): boolean {
  if (Math.abs(known.length - key.length) > 2) return false;
  if (plain(known) === plain(key)) return true;
  // In a key as short as `at` one letter is everything.
  if (known.length < 4) return false;
  const edits = distance(known, key.toLowerCase());
  return edits === 1 || (edits === 2 && letters(known) === letters(key));
}

function plain(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "");
}

function letters(key: string): string {
  return [...key.toLowerCase()].sort().join("");
}
