import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { field, isAbsent, type Place } from "./place.ts";
import type { Report } from "./report.ts";

/** Reads a key that a provider cannot do without: text, trimmed, not blank. */
export function requiredText(
  entry: Place,
  key: string,
  provider: string,
): { readonly text: string } | Fault {
  const place = field(entry, key);
  const { value } = place;
  const text = typeof value === "string" ? value.trim() : "";
  if (text !== "") return { text };
  const what = isAbsent(value)
    ? "missing"
    : typeof value === "string"
      ? "blank"
      : `${describedType(value)}, not text`;
  return fault(
    place,
    `\`${key}\` is ${what}, and provider \`${provider}\` needs it`,
    `write \`${key}:\``,
  );
}

/** Reads a key whose default stands when it is blank, or, with a warning, when it is not text. */
export function optionalText(entry: Place, key: string, report: Report): string | undefined {
  const place = field(entry, key);
  const { value } = place;
  if (typeof value !== "string") {
    if (!isAbsent(value)) reportUnread(place, key, report);
    return undefined;
  }
  const text = value.trim();
  return text === "" ? undefined : text;
}

/**
 * Reads a key that takes one of `words`; `""` among them allows empty text. What is not text gives the first, with a
 * warning; other text is a fault, and takes the whole entry with it.
 */
export function oneOf(
  entry: Place,
  key: string,
  words: readonly [string, ...string[]],
  report: Report,
): { readonly text: string } | Fault {
  const place = field(entry, key);
  const { value } = place;
  if (typeof value !== "string") {
    if (!isAbsent(value)) reportUnread(place, key, report);
    return { text: words[0] };
  }
  const text = value.trim();
  return words.includes(text)
    ? { text: text === "" ? words[0] : text }
    : unknownWord(place, key, words);
}

/** The fault of a key whose text is none of the words that it takes. */
export function unknownWord(place: Place, key: string, words: readonly string[]): Fault {
  return fault(place, `unknown \`${key}\` ${quoted(String(place.value))}`, oneOfWords(words));
}

/** Says which words a key takes, as help. */
export function oneOfWords(words: readonly string[]): string {
  const list = words.filter((word) => word !== "").map((word) => `\`${word}\``);
  return list.length > 3 ? `write one of ${list.join(", ")}` : `write ${list.join(" or ")}`;
}

function reportUnread(place: Place, key: string, report: Report): void {
  const message = `\`${key}\` is ${describedType(place.value)}, not text, so its default stands`;
  report("setting-unread", place, { message, help: "put the text in quotes" });
}
