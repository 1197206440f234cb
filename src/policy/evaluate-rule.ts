import type { Call } from "./call.ts";
import type { Applicability } from "./combining/applicability.ts";
import { conditionOutcome } from "./evaluate-condition.ts";
import { whyIndeterminate } from "./pattern/match-pattern.ts";
import type { Pattern } from "./pattern/pattern.ts";
import type { PatternMatch } from "./pattern/pattern-match.ts";
import type { Rule } from "./rule.ts";
import { quoted } from "./source/visible-text.ts";

/**
 * Whether a rule applies to a call, given how its `match` fared on the call's path. Kortix semantics: all conditions must hold.
 * Where arguments are not available, a conditional rule counts as applying unless it lets calls run. What certainly
 * fails outweighs what is indeterminate.
 */
export function ruleApplicability(
  { conditions, effect }: Rule,
  path: PatternMatch,
  args: Call["args"],
): Applicability {
  if (path === "no-match") return "passed-over";
  let sure = path === "match";
  if (args === undefined) {
    if (conditions.length > 0 && effect === "always_run") return "passed-over";
  } else {
    for (const condition of conditions) {
      const outcome = conditionOutcome(condition, args);
      if (outcome === "fails") return "passed-over";
      sure &&= outcome === "holds";
    }
  }
  return sure ? "applies" : "indeterminate";
}

/** Which patterns of a rule cannot be decided for a call, and why, in words. */
export function whyRuleIndeterminate(
  { match, conditions }: Rule,
  path: PatternMatch,
  args: Call["args"],
): string {
  const undecided = [
    ...(path === "indeterminate" ? [match] : []),
    ...conditions
      .filter(
        (condition) => args !== undefined && conditionOutcome(condition, args) === "indeterminate",
      )
      .map((condition) => condition.match),
  ];
  return whyPatternsIndeterminate(undecided);
}

/** Why each of some patterns cannot be decided, in words. */
export function whyPatternsIndeterminate(patterns: readonly Pattern[]): string {
  return patterns
    .map(
      (pattern) =>
        `${quoted(pattern.text)} cannot be decided, because ${whyIndeterminate(pattern)}`,
    )
    .join("; ");
}
