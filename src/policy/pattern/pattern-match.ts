/** Whether a pattern matches a text. `indeterminate`: not decided within the limits; its reader assumes the worst. */
export type PatternMatch = "match" | "no-match" | "indeterminate";

/** The answer as a word. */
export function patternMatch(matches: boolean): PatternMatch {
  return matches ? "match" : "no-match";
}
