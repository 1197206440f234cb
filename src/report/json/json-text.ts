/** The version of every JSON report. It changes when a key goes or means something else; new keys may come at any time. */
export const jsonVersion = 1;

/**
 * A value as JSON on one line. Characters that do not show are written as escapes, so that a report is safe to look at on
 * a terminal; a reader of JSON gets the same text.
 */
export function jsonText(value: unknown): string {
  return escaped(JSON.stringify(value));
}

/** The same over several lines, ended by a line feed. */
export function jsonDocument(value: unknown): string {
  return `${JSON.stringify(value, null, 2).split("\n").map(escaped).join("\n")}\n`;
}

function escaped(text: string): string {
  // Most lines are plain, and looking at each character's category takes longer than writing it.
  if (/^[ -~]*$/.test(text)) return text;
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
