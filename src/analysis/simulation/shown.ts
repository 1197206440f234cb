import { quoted } from "../../policy/source/visible-text.ts";

/** A value of a corpus for a message: a scalar in backticks on one line, anything bigger by what it is. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "a map" : quoted(String(value));
}
