import type { Condition } from "../../policy/condition.ts";
import type { Rule } from "../../policy/rule.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { conditionContent, conditionsContent } from "./rule-content.ts";
import type { RulePart } from "./rule-diff.ts";

/** What an edit changed of a rule, part by part. */
export interface EditWords {
  readonly parts: readonly RulePart[];
  /** One line: "`require_approval` is now `always_run`; condition `reason` matches `duplicate` removed". */
  readonly words: string;
}

/** Says what differs between a rule and its edited version. */
export function editWords(before: Rule, after: Rule): EditWords {
  const parts: RulePart[] = [];
  const words: string[] = [];
  if (before.match.text !== after.match.text) {
    parts.push("match");
    words.push(`${quoted(before.match.text)} is now ${quoted(after.match.text)}`);
  }
  if (before.effect !== after.effect) {
    parts.push("effect");
    words.push(`\`${before.effect}\` is now \`${after.effect}\``);
  }
  if (conditionsContent(before) !== conditionsContent(after)) {
    parts.push("conditions");
    words.push(
      ...conditionWords(before, after, "removed"),
      ...conditionWords(after, before, "added"),
    );
  }
  return { parts, words: words.join("; ") };
}

function conditionWords(one: Rule, other: Rule, what: "added" | "removed"): readonly string[] {
  const others = new Set(other.conditions.map(conditionContent));
  return one.conditions
    .filter((condition) => !others.has(conditionContent(condition)))
    .map((condition) => `condition ${inWords(condition)} ${what}`);
}

function inWords({ arg, match, negate }: Condition): string {
  return `${quoted(arg)} ${negate ? "does not match" : "matches"} ${quoted(match.text)}`;
}
