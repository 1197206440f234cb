import type { Risk } from "../../../src/policy/call.ts";
import type { ScannedCondition, ScannedRule } from "../linear-scan.ts";
import { Mask, type ShownMap } from "./platform-preview.ts";

/** What a policy says of a call of which a log shows a part, by trying everything that it could have been. */
export interface ScannedDecision {
  /** Undefined: not the same for all that the call could have been. */
  readonly effect: string | undefined;
  /** Every rule that may decide it, by its index, in order; -1: none of them, but the default. */
  readonly deciders: readonly number[];
  /** The rule that decides if nothing that is masked matches anything. */
  readonly ifNothingMatches: number;
  /** The first rule that cannot be told to apply; -1: each can. */
  readonly asked: number;
  /** The arguments that make a difference, sorted. */
  readonly missing: readonly string[];
}

/** A call as a log shows it. */
export interface ShownCall {
  readonly path: string;
  readonly shown: ShownMap;
  readonly risk: Risk;
}

type Known = boolean | undefined;

/** Decides calls by trying rule after rule, and every way in which what is masked may compare. */
export class Scan {
  readonly #rules: readonly ScannedRule[];
  readonly #byPath = new Map<string, readonly (readonly [number, ScannedRule])[]>();
  readonly #decided = new Map<string, ScannedDecision>();

  constructor(rules: readonly ScannedRule[]) {
    this.#rules = rules;
  }

  decide({ path, shown, risk }: ShownCall): ScannedDecision {
    const rules = this.#matching(path);
    const conditions = rules.flatMap(([, rule]) => rule.conditions);
    const known = conditions.map((condition) => matches(condition, shown));
    const behind = risk === "read" ? "always_run" : "require_approval";
    const key = `${path} ${behind} ${known.map((one) => (one === undefined ? "?" : Number(one))).join("")}`;
    const decided = this.#decided.get(key) ?? decisionOf(rules, known, behind);
    if (this.#decided.size < 100_000) this.#decided.set(key, decided);
    return decided;
  }

  #matching(path: string): readonly (readonly [number, ScannedRule])[] {
    const known =
      this.#byPath.get(path) ??
      this.#rules.flatMap((rule, index) => (rule.match.test(path) ? [[index, rule] as const] : []));
    this.#byPath.set(path, known);
    return known;
  }
}

/** Whether a condition's pattern matches, before it is negated; undefined where that depends on what is masked. */
function matches({ path, match }: ScannedCondition, shown: ShownMap): Known {
  let value: unknown = shown;
  for (const key of path) {
    if (value instanceof Mask) return undefined;
    if (typeof value !== "object" || value === null) return false;
    const map = value as ShownMap;
    if (!Object.hasOwn(map, key)) return Object.hasOwn(map, "…") ? undefined : false;
    value = map[key];
  }
  if (!Array.isArray(value)) return compared(value, match);
  const items = value.map((item) => compared(item, match));
  if (items.length === 0 || items.includes(false)) return false;
  return items.includes(undefined) ? undefined : true;
}

function compared(value: unknown, match: RegExp): Known {
  if (value instanceof Mask) return undefined;
  if (value === undefined || value === null || typeof value === "object") return false;
  return match.test(String(value));
}

function decisionOf(
  rules: readonly (readonly [number, ScannedRule])[],
  known: readonly Known[],
  behind: string,
): ScannedDecision {
  const conditions = rules.flatMap(([, rule]) => rule.conditions);
  const names = conditions.map(({ path, match }) => `${path.join(".")} ${match.source}`);
  const open = [...new Set(names.filter((_, index) => known[index] === undefined))];

  const deciderOf = (supposed: number): number => {
    let at = 0;
    for (const [index, rule] of rules) {
      const from = at;
      at += rule.conditions.length;
      const holds = rule.conditions.every(({ negate }, offset) => {
        const found =
          known[from + offset] ??
          ((supposed >> open.indexOf(names[from + offset] as string)) & 1) === 1;
        return found !== negate;
      });
      if (holds) return index;
    }
    return -1;
  };
  const effectOf = (decider: number): string =>
    rules.find(([index]) => index === decider)?.[1].action ?? behind;

  const cases = Array.from({ length: 2 ** open.length }, (_, supposed) => deciderOf(supposed));
  const effects = cases.map(effectOf);
  const missing = open.filter((_, bit) =>
    effects.some((effect, supposed) => effect !== effects[supposed ^ (1 << bit)]),
  );
  return {
    effect: new Set(effects).size === 1 ? effects[0] : undefined,
    deciders: [...new Set(cases)].sort((one, other) => one - other),
    ifNothingMatches: cases[0] ?? -1,
    asked: askedOf(rules, known),
    missing: [...new Set(missing.map((name) => name.split(" ")[0] as string))].sort(),
  };
}

function askedOf(
  rules: readonly (readonly [number, ScannedRule])[],
  known: readonly Known[],
): number {
  let at = 0;
  for (const [index, { conditions }] of rules) {
    const outcomes = conditions.map(({ negate }, offset) => {
      const found = known[at + offset];
      return found === undefined ? undefined : found !== negate;
    });
    at += conditions.length;
    if (outcomes.includes(false)) continue;
    return outcomes.includes(undefined) ? index : -1;
  }
  return -1;
}
