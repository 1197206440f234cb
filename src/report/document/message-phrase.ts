import { type Phrase, quotedText, words } from "./phrase.ts";

/**
 * Reads a message whose foreign text stands in backticks, as diagnostics write it. Foreign text may hold backticks
 * itself, so the parts outside of them count as words only while none of them can mean anything to GitHub (a mention, a
 * reference, a link); otherwise the whole message is quoted.
 */
export function messagePhrase(message: string): Phrase {
  const parts = message.split("`");
  const outside = parts.filter((_, index) => index % 2 === 0);
  if (parts.length % 2 === 0 || !outside.every(isHarmless)) return quotedText(message);
  return parts.flatMap((text, index) => (index % 2 === 0 ? words(text) : quotedText(text)));
}

const letters = /^[\p{L}\p{M}\p{N} .,;:!?'"()[\]{}|→…=+*/%_~^&<>\\-]*$/u;
const linked = /:\/\/|www\.|\bGH-\d|\b[0-9a-f]{7,40}\b|:\S+:/iu;

function isHarmless(text: string): boolean {
  return letters.test(text) && !linked.test(text);
}
