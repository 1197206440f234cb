import { describedType } from "./described-type.ts";
import { field, type Place } from "./place.ts";
import type { Report } from "./report.ts";

const words: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

/**
 * Reads `enabled` and `sensitive`. Kortix semantics: a boolean as it is; a number unless zero; text, trimmed and in any
 * case, `true`, `1`, `yes`, `on` or `false`, `0`, `no`, `off`. Undefined for anything else, null included: the setting's
 * default then stands.
 */
function looseBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (typeof value !== "string") return undefined;
  const word = value.trim().toLowerCase();
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/**
 * Reads a switch of a connector; `standard` where it is not there or cannot be read. The latter is an error: what its author
 * meant to close may stand open.
 */
export function readSwitch(entry: Place, key: string, standard: boolean, report: Report): boolean {
  const place = field(entry, key);
  const value = looseBoolean(place.value);
  if (value === undefined && place.value !== undefined) {
    const message = `\`${key}\` is ${describedType(place.value)}, not a boolean, so it counts as \`${standard}\``;
    const id = place.value === null ? "switch-empty" : "switch-unread";
    report(id, place, { message, help: "write `true` or `false`" });
  }
  return value ?? standard;
}
