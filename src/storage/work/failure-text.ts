const LONGEST = 500;

/** What was thrown, as one line without control characters, at most 500 characters long. */
export function failureText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return text.replaceAll(/\p{Cc}+/gu, " ").slice(0, LONGEST);
}
