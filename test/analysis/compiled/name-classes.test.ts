import { describe, expect, it } from "vitest";
import { actionDfas, policyDfas } from "../../../src/analysis/compiled/action-dfas.ts";
import { NameClasses } from "../../../src/analysis/compiled/name-classes.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { pathPlan } from "../../../src/policy/path-plan.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { generatedManifest } from "../../bench/generated-manifest.ts";
import { randomSource } from "../diff/random-policies.ts";

function policyOf(manifest: unknown): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) throw new Error("a manifest does not read");
  return value;
}

const half = (...matches: string[]): Policy =>
  policyOf({ policies: matches.map((match) => ({ match, action: "block" })) });

const policies = [
  policyOf(generatedManifest(120, 3)),
  half("*.*refund*", "/^(.)\\1/", "stripe.get_*"),
];

/** The rules that match a name, of both policies. */
function matching(connector: string, action: string): string {
  const plans = policies.map((policy) => pathPlan(policy, { connector, action }));
  return JSON.stringify(plans.map(({ project }) => project.map(({ rule }) => rule.index)));
}

function* names(count: number): Generator<readonly [connector: string, action: string]> {
  const random = randomSource(9);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let made = 0; made < count; made += 1) {
    const verb = pick(["get", "list", "delete", "Send", "x", "é"]);
    const noun = pick(["refund", "invoice", "row", "note", "k"]);
    yield [pick(["stripe", "db", "crm", "nn"]), `${verb}_${noun}_${Math.floor(random() * 130)}`];
  }
}

describe("the classes of names", () => {
  it.each([4_000_000, 3_000])("tell names apart that other rules match, with %i cells", (cells) => {
    const classes = new NameClasses(policies, cells);
    const rulesOf = new Map<string, string>();
    const numbers = new Map<unknown, number>();
    for (const [connector, action] of names(3000)) {
      const found = classes.classOf(classes.namesOf(connector), action);
      // A pattern that no automaton stands for is matched by itself.
      if (found === undefined) continue;
      numbers.set(found, numbers.get(found) ?? numbers.size);
      const key = `${connector} ${numbers.get(found)}`;
      const rules = matching(connector, action);
      expect({ action, rules: rulesOf.get(key) ?? rules }).toEqual({ action, rules });
      rulesOf.set(key, rules);
    }
    expect(rulesOf.size).toBeGreaterThan(10);
    expect(rulesOf.size).toBeLessThan(400);
  });

  it("are given up where names have too little in common for the room that there is", () => {
    const classes = new NameClasses([half("*ab*ba*", "*aab*", "*bba*", "*abab*b")], 16);
    const random = randomSource(4);
    const connector = classes.namesOf("c");
    const found = Array.from({ length: 400 }, () => {
      const letters = Array.from({ length: 12 }, () => (random() < 0.5 ? "a" : "b"));
      return classes.classOf(connector, letters.join(""));
    });
    expect(found[0]).toBeDefined();
    expect(found.at(-1)).toBeUndefined();
  });

  it("are not mistaken for each other where what is left to read has the same sum", () => {
    // 31 times a pattern's number and what has been read of it: 3 and 65, 5 and 3.
    const policy = half(`c.${"a".repeat(80)}`, "c.b");
    const classes = new NameClasses([policy], 4_000_000);
    const names = classes.namesOf("c");
    const [, rule] = policy.rules;
    const matches = ["a".repeat(63), "b"].map((action) => {
      return rule && classes.classOf(names, action)?.matchOf(rule);
    });
    expect(matches).toEqual(["no-match", "match"]);
  });

  it("know a connector again after all states were thrown away", () => {
    const classes = new NameClasses([half("c1.*", "*.b*")], 16);
    const names = classes.namesOf("c1");
    const first = classes.classOf(names, "a");
    for (let index = 0; index < 20; index += 1) {
      classes.classOf(classes.namesOf(`c${index}.`), "b".repeat(1000));
    }
    expect(classes.classOf(names, "a")).toBe(first);
  });
});

describe("the automata of patterns", () => {
  it("are one for patterns that are written alike, and none where they would cost too much", () => {
    const patterns = ["a*", "a*", "/^(.)\\1/", "/x{2,40}y/"].map(parsePattern);
    const [one, other, back, long] = patterns as [never, never, never, never];
    const all = actionDfas(patterns);
    expect(all.get(one)).toBe(all.get(other));
    expect([all.has(back), all.has(long)]).toEqual([false, true]);
    expect(actionDfas([parsePattern("/x{2,41}y/")], 10).size).toBe(0);
  });

  it("stay with their patterns when they are sent to another thread together with the policies", () => {
    const own = { slug: "db", provider: "http", base_url: "https://db.example" };
    const ruled = { ...own, policies: [{ match: "drop_*", action: "block" }] };
    const policy = policyOf({
      kortix_version: 2,
      connectors: [ruled],
      policies: [{ match: "db.*", action: "block" }],
    });
    const sent = structuredClone({ policies: [policy], dfas: policyDfas([policy]) });
    const rules = sent.policies.flatMap(({ rules, connectors }) => [
      ...rules,
      ...(connectors?.get("db")?.rules ?? []),
    ]);
    expect(rules.map(({ match }) => sent.dfas.has(match))).toEqual([true, true]);
  });
});
