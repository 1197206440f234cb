import { expressionMatcher, whyExpressionIndeterminate } from "./expression-matcher.ts";
import { globMatcher } from "./glob-matcher.ts";
import type { Pattern } from "./pattern.ts";
import { type PatternMatch, patternMatch } from "./pattern-match.ts";

/** What it takes to match, as long as the pattern object lives. */
const matchers = new WeakMap<Pattern, (text: string) => PatternMatch>();

/**
 * Whether a pattern matches a text, exactly as the platform matches, in bounded time whatever the two are. `indeterminate`
 * where no bound could be found (`whyIndeterminate`); its reader assumes the worst.
 */
export function matchPattern(pattern: Pattern, text: string): PatternMatch {
  return patternMatcher(pattern)(text);
}

/** The same for a pattern that is matched against many texts. */
export function patternMatcher(pattern: Pattern): (text: string) => PatternMatch {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const matcher = matcherOf(pattern);
  matchers.set(pattern, matcher);
  return matcher;
}

/** Why a pattern is `indeterminate` for some texts, in words, as a clause about it: "it refers back to a group". */
export function whyIndeterminate(pattern: Pattern): string {
  return pattern.kind === "expression" ? whyExpressionIndeterminate(pattern) : "it never is";
}

function matcherOf(pattern: Pattern): (text: string) => PatternMatch {
  switch (pattern.kind) {
    case "anything":
      return () => "match";
    case "dead":
      return () => "no-match";
    case "glob": {
      const matches = globMatcher(pattern.text);
      return (text) => patternMatch(matches(text));
    }
    case "expression":
      return expressionMatcher(pattern);
  }
}
