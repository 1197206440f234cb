import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";
import type { Call } from "../../../src/policy/call.ts";

/** A row of a log: a call, or text that may be none. */
export interface LogRow {
  readonly connector: string | null;
  readonly action: string | null;
  /** JSON text. */
  readonly args: string | null;
  readonly risk: string | null;
}

/** What an engine answers about a row. */
export interface EngineRow {
  readonly id: number;
  readonly base_effect: string;
  readonly head_effect: string;
  readonly base_rule: string;
  readonly head_rule: string;
  readonly direction: string;
}

/** An engine with one table, `calls`. */
export interface SqlEngine {
  /** Puts these rows, and no others, into the table; `id` is their place. */
  load(rows: readonly LogRow[]): Promise<void>;
  /** The rows that a query gives, numbers as numbers. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The row that a call is. */
export function rowOf({ connector, action, args, risk }: Call): LogRow {
  return {
    connector,
    action,
    args: args === undefined ? null : JSON.stringify(args),
    risk: risk ?? null,
  };
}

/** DuckDB in memory. Arguments are text. */
export async function duckdbEngine(): Promise<SqlEngine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("set threads = 1");
  return {
    async load(rows) {
      await connection.run(
        "create or replace table calls (id integer, connector varchar, action varchar, args varchar, risk varchar)",
      );
      const appender = await connection.createAppender("calls");
      for (const [id, row] of rows.entries()) {
        appender.appendInteger(id);
        for (const text of [row.connector, row.action, row.args, row.risk]) {
          if (text === null) appender.appendNull();
          else appender.appendVarchar(text);
        }
        appender.endRow();
      }
      appender.closeSync();
    },
    async query(sql) {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjects().map(withNumbers);
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** A PostgreSQL server's temporary table. Arguments are `jsonb`. */
export async function postgresEngine(url: string): Promise<SqlEngine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // To compile a query takes longer than to run it on these few rows.
  await client.query("set jit = off");
  await client.query(
    "create temporary table calls (id integer, connector text, action text, args jsonb, risk text)",
  );
  return {
    async load(rows) {
      await client.query("truncate calls");
      const columns = (["connector", "action", "args", "risk"] as const).map((column) =>
        rows.map((row) => row[column]),
      );
      await client.query(
        "insert into calls select * from unnest($1::int[], $2::text[], $3::text[], $4::jsonb[], $5::text[])",
        [rows.map((_, id) => id), ...columns],
      );
    },
    async query(sql) {
      const { rows } = await client.query<Record<string, unknown>>(sql);
      return rows.map(withNumbers);
    },
    close: () => client.end(),
  };
}

/** What is used of the package `chdb`, which holds a ClickHouse. */
interface Chdb {
  readonly Session: new () => {
    query(sql: string, format?: string): string;
    cleanup(): void;
  };
}

/**
 * A ClickHouse within this process, where the package `chdb` is installed; undefined elsewhere. It is half a gigabyte, so it is no
 * dependency: `npm install --no-save chdb@3.4.0`. Arguments are text.
 */
export async function clickhouseEngine(): Promise<SqlEngine | undefined> {
  const name = "chdb";
  const chdb = await import(name).catch(() => undefined);
  if (chdb === undefined) return undefined;
  const { Session } = chdb as Chdb;
  const session = new Session();
  const text = "Nullable(String)";
  session.query("SET output_format_json_quote_64bit_integers = 0");
  return {
    async load(rows) {
      session.query("DROP TABLE IF EXISTS calls");
      session.query(
        `CREATE TABLE calls (id Int32, connector ${text}, action ${text}, args ${text}, risk ${text}) ENGINE = Memory`,
      );
      const lines = rows.map((row, id) => JSON.stringify({ id, ...row }));
      session.query(`INSERT INTO calls FORMAT JSONEachRow ${lines.join("\n")}`);
    },
    async query(sql) {
      const answer = session.query(sql, "JSONEachRow");
      return answer
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    async close() {
      session.cleanup();
    },
  };
}

function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  const number = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, number(value)]));
}
