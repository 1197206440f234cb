import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import { readSavedCall } from "../../../src/analysis/simulation/read-saved-call.ts";
import { comparisonQuery } from "../../../src/analysis/sql/comparison-query.ts";
import { savedCallColumns } from "../../../src/analysis/sql/sql-columns.ts";
import { sqlWriters } from "../../../src/analysis/sql/sql-dialect.ts";
import type { SqlWriter } from "../../../src/analysis/sql/sql-writer.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { policyOf } from "../literal-policy.ts";
import { smallCall, smallPolicy } from "../random-calls.ts";
import { describeEngines } from "./describe-engines.ts";
import { patternMistakes } from "./pattern-check.ts";
import { mistakesOfSeed, newCounts } from "./random-rows.ts";
import { isPlainNumber, rowMistakes, rowQuery } from "./row-check.ts";
import type { LogRow } from "./sql-engines.ts";

interface RowCase {
  readonly name: string;
  readonly connector?: string | null;
  readonly action?: string | null;
  readonly risk?: string;
  /** Which calls the rule with the condition is about; those of the row if left out. */
  readonly rule?: string;
  readonly arg?: string;
  readonly match: string;
  readonly negate?: true;
  /** JSON text. */
  readonly args: string | null;
  /** Of the condition, or of the row. */
  readonly says: Said;
  /** What PostgreSQL says otherwise; it does not even keep some rows. */
  readonly postgres?: Said | "cannot be";
  /** What ClickHouse says otherwise. */
  readonly clickhouse?: Said;
  /** What the evaluator says otherwise. */
  readonly evaluator?: Said;
}

type Said = "holds" | "fails" | "undecidable" | "unreadable";

const cases: readonly RowCase[] = JSON.parse(readFileSync("fixtures/sql/rows.json", "utf8"));

/** Blocks the calls of which the condition holds, and lets others run. */
function policyOfCase({ rule = "s.a", arg = "p", match, negate }: RowCase): Policy {
  return policyOf({ rules: [[rule, "block", { [negate ? `!${arg}` : arg]: match }]] });
}

function rowOfCase({ connector = "s", action = "a", args, risk = "write" }: RowCase): LogRow {
  return { connector, action, args, risk };
}

const saidOf: Readonly<Record<string, Said>> = { block: "holds", run: "fails" };

function evaluated(one: RowCase): Said {
  const { args, ...row } = rowOfCase(one);
  let parsed: unknown;
  try {
    parsed = args === null ? undefined : JSON.parse(args);
  } catch {
    return "unreadable";
  }
  const record = { ...row, ...(parsed === undefined ? {} : { args: parsed }) };
  const saved = readSavedCall(record, { file: "f", line: 1 });
  if (saved.kind !== "call") return "unreadable";
  const { effect, missing } = decideCall(policyOfCase(one), saved.call);
  if (effect === "indeterminate") return missing === undefined ? "unreadable" : "undecidable";
  return effect === "block" ? "holds" : "fails";
}

it.each(cases)("the evaluator agrees: $name", (one) => {
  const said = evaluated(one);
  expect(said).toBe(one.evaluator ?? (said === one.postgres ? one.postgres : undecided(one, said)));
});

/** What a row comes to that an engine does not decide is not said by the case. */
function undecided({ says }: RowCase, said: Said): Said {
  return says === "undecidable" ? said : says;
}

describeEngines("a row", ({ dialect, engine: rows }) => {
  it.each(cases)("$name", async (one) => {
    const otherwise = dialect === "duckdb" ? undefined : one[dialect];
    const expected = otherwise ?? one.says;
    const query = rowQuery([policyOfCase(one), policyOf()], dialect);
    if (query.kind === "refused") throw new Error("it was refused");
    if (expected === "cannot be") {
      await expect(rows().load([rowOfCase(one)])).rejects.toThrow();
      return;
    }
    await rows().load([rowOfCase(one)]);
    const [row] = await rows().query(query.sql);
    const effect = String(row?.["base_effect"]);
    expect(saidOf[effect] ?? effect).toBe(expected);
  });

  it("is decided as by the evaluator, whatever policy and call", async () => {
    const counts = newCounts();
    for (let seed = 1; seed <= 10; seed += 1) {
      expect(await mistakesOfSeed(seed, dialect, rows(), counts, 60)).toEqual([]);
    }
    expect(counts.rows).toBe(600);
    expect(counts.decided).toBeGreaterThan(800);
    expect(counts.undecidedHere).toBeLessThan(counts.decided / 10);
  });

  it("is decided as by the evaluator, also where the most restrictive rule decides", async () => {
    const counts = newCounts();
    const policies = fc.sample(fc.tuple(smallPolicy, smallPolicy), { seed: 7, numRuns: 6 });
    const calls = fc.sample(smallCall, { seed: 7, numRuns: 60 }).map(({ call }) => call);
    for (const pair of policies) {
      expect(await rowMistakes(rows(), dialect, pair, calls, counts)).toEqual([]);
    }
    expect(policies.flat().some(({ combining }) => combining === "deny-overrides")).toBe(true);
    expect(counts.undecided).toBeGreaterThan(3);
  });

  it("has its texts matched as by the evaluator, whatever expression", async () => {
    const counts = { patterns: 0, refused: 0, same: 0, unclear: 0 };
    for (let seed = 1; seed <= 4; seed += 1) {
      expect(await patternMistakes(seed, dialect, rows(), counts)).toEqual([]);
    }
    expect(counts.same).toBeGreaterThan(4000);
  });

  it("has its numbers written as ECMAScript does", async () => {
    const numbers = fc
      .sample(
        fc.oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.double({ min: -1e22, max: 1e22, noNaN: true }),
          fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
          fc.tuple(fc.integer(), fc.integer({ min: -25, max: 25 })).map(([n, e]) => n * 10 ** e),
          fc.bigInt({ min: 2n ** 52n, max: 10n ** 21n }).map(Number),
        ),
        { seed: 3, numRuns: 2000 },
      )
      .map((number) => ({ number, text: JSON.stringify(number) }));
    await rows().load(
      numbers.map(({ text }) => ({ connector: null, action: null, args: text, risk: null })),
    );
    const firstLeaf = {
      duckdb: (leaves: SqlWriter["leaves"]) => `(${leaves("CAST(args AS JSON)")})[1]`,
      postgres: (leaves: SqlWriter["leaves"]) => `(${leaves("args")})[1]`,
      clickhouse: (leaves: SqlWriter["leaves"]) => `nullIf(${leaves("ifNull(args, '')")}.1[1], '')`,
    };
    const read = await rows().query(
      `SELECT id, ${firstLeaf[dialect](sqlWriters[dialect]().leaves)} AS written FROM calls ORDER BY id`,
    );
    const unsure = {
      duckdb: () => false,
      postgres: (number: number) => Math.abs(number) >= 1e21 && Math.abs(number) <= 1e24,
      clickhouse: (number: number) => !isPlainNumber(number),
    };
    expect(read.map(({ written }) => written)).toEqual(
      numbers.map(({ number }, id) =>
        unsure[dialect](number) && read[id]?.["written"] === null ? null : String(number),
      ),
    );
  });

  it("is one of its group, counted and dated", async () => {
    const base = policyOf({ rules: [["s.*", "block", { p: "a" }]] });
    const head = policyOf({ rules: [["s.*", "require_approval"]] });
    const query = comparisonQuery(base, head, {
      dialect,
      table: "calls -- a comment",
      columns: { ...savedCallColumns, count: "id + 1", at: "100 - id -- a comment" },
      names: { base: "a\nselect 1", head: "b" },
    });
    if (query.kind === "refused") throw new Error("it was refused");
    const row = { connector: "s", action: "x", risk: null };
    await rows().load([
      { ...row, args: '{"p":"a"}' },
      { ...row, args: '{"p":"b"}' },
      { ...row, args: "{}" },
      { ...row, args: '{"p":"[redacted]"}' },
      { ...row, args: "[]" },
      { ...row, connector: "", args: "{}" },
    ]);
    const read = await rows().query(query.sql);
    const rule = { base_rule: "project:0 s.*", head_rule: "project:0 s.*" };
    const call = { connector: "s", action: "x" };
    expect(read.map((group) => ({ ...group, calls: Number(group["calls"]) }))).toEqual([
      {
        ...call,
        base_effect: "block",
        head_effect: "hold",
        ...rule,
        direction: "loosened",
        calls: 1,
        last_seen: 100,
      },
      {
        ...call,
        base_effect: "run",
        head_effect: "hold",
        base_rule: "default_mode: allow_all",
        head_rule: "project:0 s.*",
        direction: "tightened",
        calls: 5,
        last_seen: 99,
      },
      {
        ...call,
        base_effect: "undecidable",
        head_effect: "hold",
        ...rule,
        direction: "undecidable here",
        calls: 4,
        last_seen: 97,
      },
      {
        connector: null,
        action: null,
        base_effect: "unreadable",
        head_effect: "unreadable",
        base_rule: "",
        head_rule: "",
        direction: "unreadable",
        calls: 11,
        last_seen: 96,
      },
    ]);
  });

  it("may call what its agent was granted", async () => {
    const names = ["alice", "o'brien\\", "bob", "nobody", "ALICE", "😀"];
    const policy = policyOf({
      grants: {
        kind: "restricted",
        byAgent: new Map<string, "all" | readonly string[]>([
          ["alice", ["kortix_slack", "s"]],
          ["o'brien\\", "all"],
          ["bob", []],
          ["\ud83d", "all"],
        ]),
      },
    });
    const calls = ["s", "slack", "t"].map((connector) => ({ connector, action: "a" }));
    for (const agent of [...names, undefined]) {
      const query = comparisonQuery(policy, policyOf(), {
        dialect,
        table: "calls",
        columns: {
          ...savedCallColumns,
          id: "id",
          agent: agent === undefined ? "NULL" : sqlWriters[dialect]().literal(agent),
        },
        names: { base: "a", head: "b" },
        rows: true,
        all: true,
      });
      if (query.kind === "refused") throw new Error("it was refused");
      await rows().load(calls.map((call) => ({ ...call, args: "{}", risk: null })));
      const read = await rows().query(query.sql);
      const effects = calls.map((_, id) => read.find((row) => row["id"] === id)?.["base_effect"]);
      expect(effects).toEqual(
        calls.map((call) => {
          const decided = decideCall(policy, agent === undefined ? call : { ...call, agent });
          return decided.effect === "denied" ? "denied" : "run";
        }),
      );
    }
  });

  it("may call nothing where no agent is granted anything", async () => {
    const policy = policyOf({ grants: { kind: "restricted", byAgent: new Map() } });
    const query = comparisonQuery(policy, policyOf(), {
      dialect,
      table: "calls",
      columns: { ...savedCallColumns, agent: "'a'" },
      names: { base: "a", head: "b" },
      rows: true,
    });
    if (query.kind === "refused") throw new Error("it was refused");
    await rows().load([{ connector: "s", action: "a", args: "{}", risk: "read" }]);
    expect(await rows().query(query.sql)).toEqual([
      {
        connector: "s",
        action: "a",
        base_effect: "denied",
        head_effect: "run",
        base_rule: "connector_not_assigned",
        head_rule: "default_mode: allow_all",
        direction: "loosened",
        calls: 1,
      },
    ]);
  });

  it("is not reached by what a policy is made of", async () => {
    const hostile = [
      "'; drop table calls; --",
      "\\'; drop table calls; --",
      "$$ /* \n */",
      '"\\',
      "\u202e'",
    ];
    const policies = hostile.map((text) =>
      policyOf({
        rules: [
          [`s.${text}`, "block"],
          [text, "block", { p: text }],
          [`/'|${"\\\\"}/`, "block"],
        ],
      }),
    );
    const calls = hostile.map((text) => ({ connector: "s", action: text, args: { p: text } }));
    for (const policy of policies) {
      const found = await rowMistakes(
        rows(),
        dialect,
        [policy, policies[0] as Policy],
        calls,
        newCounts(),
      );
      expect(found).toEqual([]);
    }
  });
});
