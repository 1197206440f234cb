import fc from "fast-check";
import { type SqlDialect, sqlWriters } from "../../../src/analysis/sql/sql-dialect.ts";
import { passes, patternTest } from "../../../src/analysis/sql/text-tests.ts";
import { Unsayable } from "../../../src/analysis/sql/unsayable.ts";
import { matchPattern } from "../../../src/policy/pattern/match-pattern.ts";
import type { Pattern } from "../../../src/policy/pattern/pattern.ts";
import { compiles, expressions, texts } from "../../policy/pattern/expression-arbitrary.ts";
import type { SqlEngine } from "./sql-engines.ts";

/** How often an engine and the matcher were asked about the same pattern and text. */
export interface PatternCounts {
  patterns: number;
  refused: number;
  same: number;
  /** The engine cannot tell, because of characters beyond U+FFFF. */
  unclear: number;
}

/** Compares an engine with the matcher on random expressions and texts of a seed: what it says otherwise, in words. */
export async function patternMistakes(
  seed: number,
  dialect: SqlDialect,
  engine: SqlEngine,
  counts: PatternCounts,
): Promise<readonly string[]> {
  const writer = sqlWriters[dialect]();
  const patterns = fc
    .sample(expressions, { seed, numRuns: 40 })
    .filter(({ body, flags }) => compiles(body, flags))
    .map(
      ({ body, flags }): Pattern => ({
        kind: "expression",
        text: `/${body}/${flags}`,
        body,
        flags,
      }),
    );
  const subjects = fc
    .sample(texts, { seed, numRuns: 120 })
    .map((text) => text.replace(/\p{Surrogate}/gu, "\u2028"));
  const tests = patterns.flatMap((pattern) => {
    counts.patterns += 1;
    try {
      return [{ pattern, sql: passes("action", patternTest(pattern, writer)) }];
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      counts.refused += 1;
      return [];
    }
  });
  await engine.load(
    subjects.map((action) => ({ connector: null, action, args: null, risk: null })),
  );
  const columns = tests.map(({ sql }, index) => `${sql} AS p${index}`);
  const rows = await engine.query(`SELECT id, ${columns.join(",\n")} FROM calls`);
  return rows.flatMap((row) => {
    const text = subjects[Number(row["id"])] ?? "";
    return tests.flatMap(({ pattern, sql }, index) => {
      const [said, expected] = [row[`p${index}`], matchPattern(pattern, text)];
      if (said === null && /[\u{10000}-\u{10ffff}]/u.test(text)) counts.unclear += 1;
      else if (Boolean(said) === (expected === "match") || expected === "indeterminate")
        counts.same += 1;
      else return [`${pattern.text} on ${JSON.stringify(text)}: ${said}, not ${expected}: ${sql}`];
      return [];
    });
  });
}
