import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import { isMasked } from "../../../src/analysis/masked/mask.ts";
import {
  type ComparisonQuery,
  comparisonQuery,
} from "../../../src/analysis/sql/comparison-query.ts";
import { savedCallColumns } from "../../../src/analysis/sql/sql-columns.ts";
import type { SqlDialect } from "../../../src/analysis/sql/sql-dialect.ts";
import type { Call } from "../../../src/policy/call.ts";
import { type Effect, effectWord } from "../../../src/policy/effect.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { rowOf, type SqlEngine } from "./sql-engines.ts";

/** How often an engine and the evaluator were asked about the same row, and what came of it. */
export interface RowCounts {
  rows: number;
  /** Sides of rows with the same decision by the same rule. */
  decided: number;
  /** Sides that neither decides. */
  undecided: number;
  /** Sides that the engine alone does not decide. */
  undecidedHere: number;
  unreadable: number;
}

/** A query for every row of the table `calls`. */
export function rowQuery(
  [base, head]: readonly [Policy, Policy],
  dialect: SqlDialect,
): ComparisonQuery {
  return comparisonQuery(base, head, {
    dialect,
    table: "calls",
    columns: { ...savedCallColumns, id: "id" },
    names: { base: "base.yaml", head: "head.yaml" },
    rows: true,
    all: true,
    allowUndecidable: true,
  });
}

/**
 * What an engine says otherwise than the evaluator, in words. It may find undecidable what the evaluator decides only where something is
 * masked, a pattern was refused, or a character lies beyond U+FFFF.
 */
export async function rowMistakes(
  engine: SqlEngine,
  dialect: SqlDialect,
  policies: readonly [Policy, Policy],
  calls: readonly Call[],
  counts: RowCounts,
): Promise<readonly string[]> {
  const query = rowQuery(policies, dialect);
  if (query.kind === "refused") return ["it was refused"];
  await engine.load(calls.map(rowOf));
  const rows = await engine.query(query.sql);
  const found: string[] = rows.length === calls.length ? [] : [`${rows.length} rows came back`];
  const rowsById = new Map(rows.map((row) => [row["id"], row]));
  counts.rows += calls.length;
  for (const [id, call] of calls.entries()) {
    const excused =
      query.undecidable.length > 0 ||
      (call.args !== undefined && isMasked(call.args)) ||
      /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(call)) ||
      (dialect === "clickhouse" && holdsWhatClickhouseCannotTell(call.args));
    for (const [index, side] of (["base", "head"] as const).entries()) {
      const row = rowsById.get(id) ?? {};
      const effect = String(row[`${side}_effect`]);
      const rule = String(row[`${side}_rule`]);
      const expected = expectedOf(policies[index] as Policy, call);
      const about = (): string =>
        `${side}: ${effect} by ${rule}, not ${expected.effect} by ${expected.decider}: ${JSON.stringify(call)}`;
      if (effect === "undecidable" && expected.effect === "undecidable") counts.undecided += 1;
      else if (effect === "undecidable" && excused) counts.undecidedHere += 1;
      else if (effect === "unreadable" && dialect === "clickhouse" && holdsWideInteger(call.args))
        counts.unreadable += 1;
      else if (effect !== expected.effect) found.push(about());
      else if (effect === "unreadable") counts.unreadable += 1;
      else {
        counts.decided += 1;
        if (!rule.startsWith(expected.decider)) found.push(about());
      }
    }
  }
  return found;
}

/** Whether a number is whole or a fraction, of at most 15 digits and not below a millionth. */
export function isPlainNumber(number: number): boolean {
  return /^-?\d{1,7}(\.\d{1,8})?$|^-?\d{1,15}$/.test(String(number)) && !Object.is(number, -0);
}

/** Whether a number that is not plain, or a list within a list, is anywhere in a value. */
function holdsWhatClickhouseCannotTell(value: unknown): boolean {
  if (typeof value === "number") return !isPlainNumber(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(
    (item) => (Array.isArray(value) && Array.isArray(item)) || holdsWhatClickhouseCannotTell(item),
  );
}

/** A whole number, written in full, that no 64 bits hold: ClickHouse takes JSON with one for none. */
function holdsWideInteger(args: Call["args"]): boolean {
  return (JSON.stringify(args ?? {}).match(/-?\d+(?![\d.e])/g) ?? []).some(
    (digits) => BigInt(digits) > 2n ** 64n - 1n || BigInt(digits) < -(2n ** 63n),
  );
}

function expectedOf(policy: Policy, call: Call): { effect: string; decider: string } {
  const names = [call.connector, call.action];
  if (
    !/^[a-z0-9][a-z0-9_-]{0,127}$/.test(call.connector) ||
    names.some((name) => name.trim() !== name || name === "")
  ) {
    return { effect: "unreadable", decider: "" };
  }
  const { effect, source, rule, because } = decideCall(policy, call);
  if (effect === "indeterminate") return { effect: "undecidable", decider: "" };
  if (effect === "denied") return { effect, decider: source };
  return {
    effect: effectWord[effect as Effect],
    decider:
      rule === undefined
        ? because.replace(/ \(.*/, "")
        : `${rule.connector ?? "project"}:${rule.index} `,
  };
}
