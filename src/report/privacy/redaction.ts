import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import { parsePattern } from "../../policy/pattern/parse-pattern.ts";

/**
 * Whether the argument at `path` must not be shown: one of the patterns matches it, or something that it stands under.
 * Patterns are those of rules (`customer.*`, `*.email`, ignoring case); `*.email` means a top-level `email` too. A
 * pattern that cannot be read or decided hides everything.
 */
export function isRedacted(path: string, patterns: readonly string[]): boolean {
  const keys = path.split(".");
  const above = keys.map((_, index) => keys.slice(0, index + 1).join("."));
  return patterns.map(parsePattern).some((pattern) => {
    if (pattern.kind === "dead") return true;
    return above.some((name) =>
      [name, `.${name}`].some((text) => matchPattern(pattern, text) !== "no-match"),
    );
  });
}
