import { clickhouse } from "./clickhouse.ts";
import { duckdb } from "./duckdb.ts";
import { postgres } from "./postgres.ts";
import type { SqlWriter } from "./sql-writer.ts";

/** The engines that a comparison can be written for. */
export const sqlDialects = ["duckdb", "postgres", "clickhouse"] as const;

/** One of them. */
export type SqlDialect = (typeof sqlDialects)[number];

/** How each of them is written. */
export const sqlWriters: Readonly<Record<SqlDialect, () => SqlWriter>> = {
  duckdb,
  postgres,
  clickhouse,
};
