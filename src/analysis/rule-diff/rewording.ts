import { distance } from "fastest-levenshtein";
import type { Rule } from "../../policy/rule.ts";
import { conditionsContent } from "./rule-content.ts";

/** Longer patterns are not compared letter by letter: the work is the product of their lengths. */
const longestCompared = 200;

/** Whether a rule looks like another one with its match rewritten: the same effect and conditions, and a likeness. */
export function isRewording(before: Rule, after: Rule): boolean {
  if (before.effect !== after.effect) return false;
  if (conditionsContent(before) !== conditionsContent(after)) return false;
  // Conditions of one's own are likeness enough; an unconditional effect alone is shared by many rules.
  return before.conditions.length > 0 || isLike(before.match.text, after.match.text);
}

function isLike(before: string, after: string): boolean {
  const longer = Math.max(before.length, after.length);
  return longer <= longestCompared && distance(before, after) * 2 <= longer;
}
