import type { Call, Json } from "../../policy/call.ts";
import type { Condition } from "../../policy/condition.ts";
import type { ConditionOutcome } from "../../policy/evaluate-condition.ts";
import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { PatternMatch } from "../../policy/pattern/pattern-match.ts";
import { isMask, omitsItems, omitsKeys } from "./mask.ts";

type Arguments = NonNullable<Call["args"]>;

/**
 * Whether what a condition reads matches its pattern, before `negate`; `unknown` when that depends on what is masked. Never
 * more certain than every call that the masked one can stand for; where nothing is masked the same as `evaluate`'s reading.
 */
export function maskedMatch({ arg, match }: Condition, args: Arguments): PatternMatch | "unknown" {
  const found = maskedValueAt(args, arg);
  return found.kind === "unknown" ? "unknown" : valueMatch(found.value, match);
}

/** What a match comes to for a condition. */
export function conditionFor(
  { negate }: Pick<Condition, "negate">,
  match: PatternMatch,
): ConditionOutcome {
  if (match === "indeterminate") return match;
  return (match === "match") === negate ? "fails" : "holds";
}

type Found =
  | { readonly kind: "value"; readonly value: Json | undefined }
  | { readonly kind: "unknown" };

const unknown: Found = { kind: "unknown" };

function maskedValueAt(args: Arguments, path: string): Found {
  let value: unknown = args;
  for (const segment of path.split(".")) {
    if (isMask(value)) return unknown;
    if (typeof value !== "object" || value === null) return { kind: "value", value: undefined };
    if (Array.isArray(value) ? omitsItems(value) : lacks(value, segment) && omitsKeys(value)) {
      return unknown;
    }
    if (lacks(value, segment)) return { kind: "value", value: undefined };
    value = (value as Record<string, unknown>)[segment];
  }
  return { kind: "value", value: value as Json | undefined };
}

function lacks(value: object, segment: string): boolean {
  return !Object.hasOwn(value, segment);
}

/** As `evaluate` compares: what is surely no match outweighs what cannot be decided, and that what is masked. */
function valueMatch(value: Json | undefined, pattern: Pattern): PatternMatch | "unknown" {
  let sofar: PatternMatch | "unknown" = "match";
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === undefined || next === null) return "no-match";
    if (Array.isArray(next)) {
      if (next.length === 0) return "no-match";
      for (const element of next) open.push(element);
    } else if (typeof next === "object") {
      return "no-match";
    } else if (isMask(next)) {
      if (sofar === "match") sofar = "unknown";
    } else {
      const result = matchPattern(pattern, String(next));
      if (result === "no-match") return result;
      if (result === "indeterminate") sofar = result;
    }
  }
  return sofar;
}
