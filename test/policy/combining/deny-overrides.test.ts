import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/policy/call.ts";
import type { Applicability, RuleHolder } from "../../../src/policy/combining/applicability.ts";
import { denyOverrides } from "../../../src/policy/combining/deny-overrides.ts";
import type { Effect } from "../../../src/policy/effect.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import { absentPolicy, type Policy } from "../../../src/policy/policy.ts";
import type { Rule } from "../../../src/policy/rule.ts";

/** A policy of threshold rules, one call, and the effect that the rules' authors state. */
interface Vector {
  readonly name: string;
  readonly rules: readonly ThresholdRule[];
  readonly call: { readonly action: string; readonly facts: { readonly [name: string]: Json } };
  readonly expect: { readonly effect: keyof typeof effects };
}

interface ThresholdRule {
  readonly toolPattern: string;
  readonly effect: keyof typeof effects;
  readonly conditions: readonly { readonly parameter: string; readonly value: number }[];
}

const effects = {
  allow: "always_run",
  require_approval: "require_approval",
  deny: "block",
} as const;

const vectors: readonly Vector[] = JSON.parse(
  readFileSync("fixtures/thresholds/vectors.json", "utf8"),
);

/**
 * What a threshold rule contributes to one call: its effect, nothing, or, where a number is missing, a person's decision. A
 * rule that does not name the action contributes nothing; `*` names none.
 */
function contribution(
  { toolPattern, effect, conditions }: ThresholdRule,
  { action, facts }: Vector["call"],
): Effect | undefined {
  if (toolPattern !== action) return undefined;
  const values = conditions.map(({ parameter }) => facts[parameter]);
  if (values.some((value) => typeof value !== "number")) return "require_approval";
  const holds = conditions.every(({ parameter, value }) => Number(facts[parameter]) >= value);
  return holds ? effects[effect] : undefined;
}

function rule(effect: Effect, index: number): Rule {
  return { layer: "project", index, match: parsePattern("*"), effect, conditions: [] };
}

describe("the most restrictive rule wins", () => {
  it.each(vectors)("$name", ({ rules, call, expect: { effect } }) => {
    const contributed = rules.flatMap((threshold) => contribution(threshold, call) ?? []);
    const policy: Policy = {
      ...absentPolicy,
      combining: "deny-overrides",
      connectors: undefined,
      defaultMode: "risk",
      rules: contributed.map(rule),
    };
    const [connector = "", action = ""] = call.action.split(".");
    expect(evaluate(policy, { connector, action }).effect).toBe(effects[effect]);
  });

  it("says which other rules apply", () => {
    const policy: Policy = {
      ...absentPolicy,
      combining: "deny-overrides",
      connectors: undefined,
      rules: [rule("always_run", 0), rule("block", 1), rule("require_approval", 2)],
    };
    const { rule: decided, trace } = evaluate(policy, { connector: "a", action: "b" });
    expect(decided?.index).toBe(1);
    expect(
      trace.filter(({ step }) => step === "rule").map(({ outcome, because }) => [outcome, because]),
    ).toEqual([
      ["passed-over", "rule *; another rule restricts more"],
      ["decides", "rule *"],
      ["passed-over", "rule *; another rule restricts more"],
    ]);
  });
});

describe("deny-overrides", () => {
  const holders = fc.array(
    fc.record({
      effect: fc.constantFrom<Effect[]>("always_run", "require_approval", "block"),
      applicability: fc.constantFrom<Applicability[]>("applies", "passed-over", "indeterminate"),
    }),
    { maxLength: 6 },
  );
  type Trial = RuleHolder & { readonly applicability: Applicability };
  const trials = (list: readonly { effect: Effect; applicability: Applicability }[]): Trial[] =>
    list.map(({ effect, applicability }, index) => ({ rule: rule(effect, index), applicability }));
  const outcome = (list: readonly Trial[]): readonly unknown[] => {
    const found = denyOverrides(list, ({ applicability }) => applicability);
    return [found?.holder.rule.effect, found?.applicability];
  };

  it("does not depend on the order", () => {
    fc.assert(
      fc.property(holders, fc.infiniteStream(fc.nat()), (list, keys) => {
        const shuffled = trials(list)
          .map((trial) => ({ trial, key: keys.next().value }))
          .sort((one, other) => one.key - other.key)
          .map(({ trial }) => trial);
        expect(outcome(shuffled)).toEqual(outcome(trials(list)));
      }),
    );
  });

  it("is indeterminate only where a rule that nobody can tell about could restrict more", () => {
    const rank: Record<Effect, number> = { always_run: 1, require_approval: 2, block: 3 };
    fc.assert(
      fc.property(holders, (list) => {
        const highest = (wanted: Applicability): number =>
          Math.max(
            0,
            ...list
              .filter(({ applicability }) => applicability === wanted)
              .map(({ effect }) => rank[effect]),
          );
        const [certain, possible] = [highest("applies"), highest("indeterminate")];
        const expected = possible > certain ? "indeterminate" : certain > 0 ? "applies" : undefined;
        expect(outcome(trials(list))[1]).toBe(expected);
      }),
    );
  });
});
