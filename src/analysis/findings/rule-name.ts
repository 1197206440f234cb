import type { RuleReference } from "../../policy/decision.ts";
import { type Effect, effectWord } from "../../policy/effect.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import type { PlacedRule } from "../decision-space/placed-rules.ts";

/** How a rule is named where a text has no lines: `project:0`, `stripe:2`, counted from 0. */
export function ruleHandle({ connector = "project", index }: RuleReference): string {
  return `${connector}:${index}`;
}

/** Where a rule stands, for a sentence: "line 24". */
export function ruleLine(reference: RuleReference): string {
  return reference.line === undefined ? ruleHandle(reference) : `line ${reference.line}`;
}

/** Names a rule with its place and what it does: "`stripe.*` (line 24, hold)". */
export function ruleName({ reference, rule }: PlacedRule): string {
  return `${quoted(reference.match)} (${ruleLine(reference)}, ${effectWord[rule.effect]})`;
}

/** Names several, at most four: "`a` (line 1, run), `b` (line 2, block) and 3 more". */
export function ruleNames(rules: readonly PlacedRule[]): string {
  return enumerated(rules.map(ruleName));
}

/** "a", "a and b", "a, b and c"; of more than four the first three and how many more. */
export function enumerated(words: readonly string[]): string {
  const shown = words.length > 4 ? words.slice(0, 3) : words.slice(0, -1);
  const last = words.length > 4 ? `${words.length - 3} more` : words.at(-1);
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}

/** What a rule that never decides fails to do. */
export const nothingDone: Record<Effect, string> = {
  always_run: "lets nothing run",
  require_approval: "holds nothing",
  block: "blocks nothing",
};

/** What a decision does to a call: "runs". */
export const effectVerb: Record<Effect | "denied" | "indeterminate", string> = {
  always_run: "runs",
  require_approval: "is held",
  block: "is blocked",
  denied: "is denied",
  indeterminate: "cannot be decided",
};
