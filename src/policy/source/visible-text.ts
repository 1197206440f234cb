/**
 * Text from a file or a call made fit for one line of a message: control, format and other characters that do not
 * show (line breaks, bidirectional marks, zero-width spaces, lone surrogates) become `\u{200B}`; more than `longest`
 * UTF-16 units are cut with `…`. What shows as itself stays as it is.
 */
export function visible(text: string, longest = 80): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return cut.replace(/[\p{C}\p{Zl}\p{Zp}]|[^\S ]/gu, escapeCodePoint);
}

/** The same in backticks, as messages quote what a file says. */
export function quoted(text: string): string {
  // A backtick would end the quotation, and what follows would read as our own words.
  return `\`${visible(text).replaceAll("`", "\\u{60}")}\``;
}

function escapeCodePoint(character: string): string {
  return `\\u{${Number(character.codePointAt(0)).toString(16).toUpperCase()}}`;
}
