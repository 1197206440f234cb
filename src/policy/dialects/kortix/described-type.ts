import { isMap } from "./place.ts";

/** What kind of thing a value is, as a message says it: "a list", "nothing", "a number". */
export function describedType(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isMap(value)) return "a map";
  return (
    { string: "text", number: "a number", boolean: "a boolean" }[typeof value as string] ??
    "no plain value"
  );
}
