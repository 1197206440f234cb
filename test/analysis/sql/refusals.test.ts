import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { placedRules } from "../../../src/analysis/decision-space/placed-rules.ts";
import { comparisonQuery } from "../../../src/analysis/sql/comparison-query.ts";
import { ruleTests } from "../../../src/analysis/sql/rule-tests.ts";
import { savedCallColumns } from "../../../src/analysis/sql/sql-columns.ts";
import { type SqlDialect, sqlDialects, sqlWriters } from "../../../src/analysis/sql/sql-dialect.ts";
import { patternTest } from "../../../src/analysis/sql/text-tests.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { policyOf } from "../literal-policy.ts";

interface Refused {
  readonly match: string;
  readonly duckdb?: string;
  readonly postgres?: string;
}

const cases: readonly Refused[] = JSON.parse(readFileSync("fixtures/sql/refusals.json", "utf8"));

function refusalsOf(base: Policy, head: Policy, dialect: SqlDialect, allowUndecidable = false) {
  const query = comparisonQuery(base, head, {
    dialect,
    table: "calls",
    columns: savedCallColumns,
    names: { base: "base.yaml", head: "head.yaml" },
    allowUndecidable,
  });
  return query.kind === "refused" ? query.refusals : query.undecidable;
}

describe.each(sqlDialects)("%s", (dialect) => {
  it.each(cases)("cannot say, or says, $match", ({ match, ...because }) => {
    const expected = because[dialect === "clickhouse" ? "duckdb" : dialect];
    const found = refusalsOf(
      policyOf({ rules: [["s.a", "block", { p: match }]] }),
      policyOf(),
      dialect,
    );
    expect(found.map((one) => one.because)).toEqual(expected === undefined ? [] : [expected]);
  });

  it("refuses everything that it cannot say at once", () => {
    const base = policyOf({ rules: [["/(a)\\1/", "block", { p: "/(b)\\1/", q: "a" }]] });
    const head = policyOf({ rules: [["*", "block", { q: "/(b)\\1/" }]] });
    const found = refusalsOf(base, head, dialect);
    expect(found.map(({ side, arg, pattern }) => [side, arg, pattern])).toEqual([
      ["base", undefined, "/(a)\\1/"],
      ["base", "p", "/(b)\\1/"],
      ["head", "q", "/(b)\\1/"],
    ]);
    expect(refusalsOf(base, head, dialect, true)).toEqual(found);
  });

  it("does not take a fault of ours for something that it cannot say", () => {
    const { syntax, ...writer } = sqlWriters[dialect]();
    const broken = { ...syntax, alphabet: undefined as unknown as typeof syntax.alphabet };
    const rules = placedRules(policyOf({ rules: [["/a/", "block"]] }));
    const sided = rules.map((rule) => ({ ...rule, side: "base" as const }));
    expect(() => ruleTests(sided, { ...writer, syntax: broken })).toThrow(TypeError);
  });

  it("refuses flags that change inside", () => {
    const pattern = { kind: "expression", text: "/(?-i:a)/", body: "(?-i:a)", flags: "i" } as const;
    expect(() => patternTest(pattern, sqlWriters[dialect]())).toThrow("it changes flags inside");
  });
});
