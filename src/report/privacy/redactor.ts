import { withinBudget } from "../../analysis/decision-space/within-budget.ts";
import { spaceLimits } from "../../analysis/diff/budget.ts";
import { matchingText } from "../../analysis/findings/matching-text.ts";
import { isMask } from "../../analysis/masked/mask.ts";
import type { SavedCall } from "../../analysis/simulation/saved-call.ts";
import type { Call, Json } from "../../policy/call.ts";
import type { Condition } from "../../policy/condition.ts";
import { pathPlan } from "../../policy/path-plan.ts";
import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { PatternMatch } from "../../policy/pattern/pattern-match.ts";
import type { Policy } from "../../policy/policy.ts";
import { holdsCredential, isCredentialName } from "./credential.ts";
import { withoutLocalParts } from "./email.ts";
import { isRedacted } from "./redaction.ts";

/** What must not stay in a saved call, and which policies must go on deciding it alike. */
export interface RedactionRules {
  readonly policies: readonly Policy[];
  /** Argument paths whose values are replaced, patterns as in a rule: `customer.*`. */
  readonly redact: readonly string[];
}

/** A saved call without what is private in it. */
export interface RedactedCall {
  readonly saved: SavedCall;
  /** Values and keys that were replaced. */
  readonly replaced: number;
  /** Those of them that a condition reads and that no other text could stand for: they are masked, the call may be undecidable. */
  readonly lost: number;
}

/** What stands for a value that no condition reads. It reads as a mask: a later rule that asks for it cannot be decided. */
const mask = "[redacted]";

/**
 * Replaces in a saved call what stands at a redacted path, what its name or form shows to be a credential or a card number,
 * and whoever stands before the `@` of an e-mail address. Where a condition of a policy reads the value, another text
 * stands for it that each of its patterns treats alike, made from the patterns alone; so the policies decide the call as before.
 */
export function redactor(rules: RedactionRules): (saved: SavedCall) => RedactedCall {
  const alike = new AlikeTexts();
  return (saved) => redactedCall(saved, rules, alike);
}

function redactedCall(saved: SavedCall, rules: RedactionRules, alike: AlikeTexts): RedactedCall {
  const { call, record } = saved;
  const redaction = new Redaction(conditionsOn(call, rules.policies), rules.redact, alike);
  const args = call.args && redaction.map(call.args, "", "");
  const resolvedBy = record?.resolvedBy;
  const person = resolvedBy === undefined ? {} : { resolvedBy: withoutLocalParts(resolvedBy) };
  return {
    saved: {
      ...saved,
      call: { ...call, ...(args === undefined ? {} : { args }) },
      ...(record === undefined ? {} : { record: { ...record, ...person } }),
    },
    replaced: redaction.replaced,
    lost: redaction.lost,
  };
}

function conditionsOn(call: Call, policies: readonly Policy[]): readonly Condition[] {
  return policies
    .map((policy) => pathPlan(policy, call))
    .flatMap(({ project, own }) => [...project, ...own])
    .flatMap(({ rule }) => rule.conditions);
}

type Arguments = NonNullable<Call["args"]>;

class Redaction {
  replaced = 0;
  lost = 0;
  readonly #conditions: readonly Condition[];
  readonly #redact: readonly string[];
  readonly #alike: AlikeTexts;

  constructor(conditions: readonly Condition[], redact: readonly string[], alike: AlikeTexts) {
    this.#conditions = conditions;
    this.#redact = redact;
    this.#alike = alike;
  }

  /** `named` is the path as `redact` names it, `read` as a condition does; no condition reads below a list. */
  map(map: Arguments, named: string, read: string | undefined): Arguments {
    return Object.fromEntries(
      Object.entries(map).map(([key, value], index) => {
        const readBelow = read === undefined ? undefined : below(read, key);
        const shownKey = this.#key(key, readBelow, index);
        return [shownKey, this.#value(value, below(named, key), readBelow)];
      }),
    );
  }

  #value(value: Json, named: string, read: string | undefined): Json {
    if (Array.isArray(value)) {
      return value.map((item: Json, index) =>
        typeof item === "object" && item !== null && !Array.isArray(item)
          ? this.map(item as Arguments, `${named}.${index}`, undefined)
          : this.#value(item, `${named}.${index}`, read),
      );
    }
    if (value === null || isMask(value)) return value;
    if (typeof value === "object") return this.map(value as Arguments, named, read);
    const text = String(value);
    const isPrivate =
      isRedacted(named, this.#redact) ||
      (typeof value !== "boolean" && (isCredentialName(named) || holdsCredential(text)));
    const anonymous = withoutLocalParts(text);
    if (!isPrivate && anonymous === text) return value;
    this.replaced += 1;
    return this.#standIn(text, isPrivate ? [] : [anonymous], read);
  }

  #standIn(text: string, proposals: readonly string[], read: string | undefined): string {
    const readers = this.#conditions.filter(
      ({ arg }) => read !== undefined && (arg === read || arg.startsWith(`${read}.`)),
    );
    if (readers.length === 0) return proposals[0] ?? mask;
    const patterns = readers.filter(({ arg }) => arg === read).map(({ match }) => match);
    const found = [...proposals, "redacted"].find((one) => isAlike(one, text, patterns));
    const standIn = found ?? this.#alike.textFor(text, patterns);
    if (standIn !== undefined) return standIn;
    this.lost += 1;
    return mask;
  }

  /** A key that no condition can name in its new form, where none names it in the old. */
  #key(key: string, read: string | undefined, index: number): string {
    const isNamed = this.#conditions.some(({ arg }) => arg === read || arg.startsWith(`${read}.`));
    if (isNamed || (!holdsCredential(key) && withoutLocalParts(key) === key)) return key;
    this.replaced += 1;
    return `[redacted ${index + 1}]`;
  }
}

function below(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function isAlike(one: string, other: string, patterns: readonly Pattern[]): boolean {
  return patterns.every((pattern) => matchPattern(pattern, one) === matchPattern(pattern, other));
}

/** Texts that are made from patterns alone, remembered by what each of these says about them. */
class AlikeTexts {
  readonly #texts = new Map<string, string | undefined>();

  /** A text that the patterns treat like the given one; undefined when none was found. */
  textFor(text: string, patterns: readonly Pattern[]): string | undefined {
    const says = patterns.map((pattern) => [matchPattern(pattern, text), pattern] as const);
    const key = JSON.stringify(says);
    if (!this.#texts.has(key)) this.#texts.set(key, madeText(says));
    const made = this.#texts.get(key);
    return made !== undefined && isAlike(made, text, patterns) ? made : undefined;
  }
}

function madeText(says: readonly (readonly [PatternMatch, Pattern])[]): string | undefined {
  const that = (wanted: PatternMatch): readonly Pattern[] =>
    says.flatMap(([match, pattern]) => (match === wanted ? [pattern] : []));
  const found = withinBudget(() => matchingText(that("match"), that("no-match"), spaceLimits({})));
  return typeof found === "string" && !isMask(found) ? found : undefined;
}
