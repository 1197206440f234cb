import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { diffRules } from "../../../src/analysis/rule-diff/diff-rules.ts";
import type {
  PlacedRule,
  RuleChange,
  RuleDiff,
} from "../../../src/analysis/rule-diff/rule-diff.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { policyOf, type ShortRule } from "../literal-policy.ts";

const folder = "fixtures/rule-diff";

function policyAt(path: string): Policy {
  const { value } = readPolicy(readFileSync(path, "utf8"));
  if (value === undefined) throw new Error(`${path} is no manifest`);
  return value;
}

function ruleAt({ rule, reference }: PlacedRule): string {
  const conditions = rule.conditions.length === 0 ? "" : ` + ${rule.conditions.length}`;
  return `${reference.line}: ${rule.effect} ${reference.match}${conditions}`;
}

function written({ layers, connectors }: RuleDiff): string {
  const change = (entry: RuleChange): string => {
    const sides = [
      "base" in entry ? ruleAt(entry.base) : "none",
      "head" in entry ? ruleAt(entry.head) : "none",
    ];
    const parts = entry.kind === "edited" ? ` ${entry.parts.join("+")}` : "";
    return `  ${entry.kind}${parts}: ${entry.words}\n    ${sides.join("  ->  ")}\n`;
  };
  return [
    ...layers.map(
      ({ layer, connector, compared, changes }) =>
        `${layer}${connector === undefined ? "" : ` ${connector}`}, ${compared}\n${changes.map(change).join("")}`,
    ),
    ...connectors.map((entry) => `${JSON.stringify(entry)}\n`),
  ].join("");
}

test.each(readdirSync(folder))("the edit %s", async (name) => {
  const base = policyAt(`${folder}/${name}/base.yaml`);
  const head = policyAt(`${folder}/${name}/head.yaml`);
  await expect(written(diffRules(base, head))).toMatchFileSnapshot(
    `../../../${folder}/${name}/expected.txt`,
  );
  expect(written(diffRules(base, base))).toBe("");
});

describe("policies that were not read from text", () => {
  const words = (base: readonly ShortRule[], head: readonly ShortRule[]): readonly string[] =>
    diffRules(policyOf({ rules: base }), policyOf({ rules: head })).layers.flatMap(({ changes }) =>
      changes.map((change) => change.words),
    );

  test("have rule numbers for lines", () => {
    const rules: readonly ShortRule[] = [
      ["a.*", "block"],
      ["b.*", "block"],
      ["c.*", "block"],
    ];
    expect(words(rules, [...rules.slice(1), ...rules.slice(0, 1)])).toEqual(["moved below rule 2"]);
    expect(words(rules.slice(1), rules)).toEqual(["added at rule 1"]);
  });

  test("text of a rule stays on one line and in backticks", () => {
    expect(words([["a\nb", "block"]], [["a\u202Eb", "block"]])).toEqual([
      "`a\\u{A}b` is now `a\\u{202E}b`",
    ]);
  });
});

describe("a rewrite too big to compare in order", () => {
  const rules = (count: number): ShortRule[] =>
    Array.from({ length: count }, (_, index): ShortRule => [`tool_${index}.*`, "block"]);

  test("is compared as a set: what stands on both sides is no change", () => {
    const base = [...rules(1500), ["old.*", "block"], ["kept.*", "block"]] as const;
    const head = [
      ...rules(1500).reverse(),
      ["kept.*", "always_run"],
      ["new_tool.*", "block"],
    ] as const;
    const { layers } = diffRules(policyOf({ rules: base }), policyOf({ rules: head }));
    expect(layers).toMatchObject([{ layer: "project", compared: "as-a-set" }]);
    expect(
      layers.flatMap(({ changes }) => changes.map(({ kind, words }) => [kind, words])),
    ).toEqual([
      ["removed", "removed from rule 1501"],
      ["edited", "`block` is now `always_run`"],
      ["added", "added at rule 1502"],
    ]);
  });

  test("is said even where nothing else differs", () => {
    const { layers } = diffRules(
      policyOf({ rules: rules(1500) }),
      policyOf({ rules: rules(1500).reverse() }),
    );
    expect(layers).toEqual([{ layer: "project", changes: [], compared: "as-a-set" }]);
  });

  test("a rewrite without a common rule is compared in order, but not rule with rule", () => {
    const other = rules(100).map(([match]): ShortRule => [`x${match}`, "block"]);
    const { layers } = diffRules(policyOf({ rules: rules(100) }), policyOf({ rules: other }));
    const kinds = layers.flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect([kinds.length, new Set(kinds)]).toEqual([200, new Set(["removed", "added"])]);
  });

  test("long patterns are not compared letter by letter", () => {
    const long = (text: string): readonly ShortRule[] => [[`${"x".repeat(200)}${text}`, "block"]];
    const { layers } = diffRules(policyOf({ rules: long("a") }), policyOf({ rules: long("b") }));
    expect(layers.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toEqual([
      "removed",
      "added",
    ]);
  });
});
