import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { TestProject } from "vitest/node";
import { type SqlDialect, sqlDialects } from "../../../src/analysis/sql/sql-dialect.ts";
import setupPostgres from "../../storage/postgres-setup.ts";
import { clickhouseEngine, duckdbEngine, postgresEngine, type SqlEngine } from "./sql-engines.ts";

/** An engine under test. */
export interface EngineUnderTest {
  readonly dialect: SqlDialect;
  /** To be called in a test. */
  readonly engine: () => SqlEngine;
}

/**
 * Describes the same for DuckDB in memory, for the PostgreSQL server that the tests of the store use, and for ClickHouse. Without a
 * server, or a ClickHouse within reach, its tests are skipped.
 */
export function describeEngines(title: string, contract: (under: EngineUnderTest) => void): void {
  describe.each(sqlDialects)(`${title}, %s`, (dialect) => {
    let engine: SqlEngine | undefined;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      let address = "";
      const provide = (_: string, url: string): void => {
        address = url;
      };
      remove =
        dialect === "postgres"
          ? await setupPostgres({ provide } as unknown as TestProject)
          : async () => undefined;
      if (dialect === "duckdb") engine = await duckdbEngine();
      else if (dialect === "clickhouse") engine = await clickhouseEngine();
      else if (address !== "") engine = await postgresEngine(address);
    });
    beforeEach(({ skip }) => skip(engine === undefined, `no ${dialect}`));
    afterAll(async () => {
      await engine?.close();
      await remove();
    });
    contract({ dialect, engine: () => engine as SqlEngine });
  });
}
