import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { TestProject } from "vitest/node";
import setupPostgres from "../../storage/postgres-setup.ts";
import { duckdbEngine, postgresEngine, type SqlEngine } from "./sql-engines.ts";

/** An engine under test. */
export interface EngineUnderTest {
  readonly dialect: "duckdb" | "postgres";
  /** To be called in a test. Without a server there are none. */
  readonly engine: () => SqlEngine;
}

/** Describes the same for DuckDB in memory and for the PostgreSQL server that the tests of the store use. */
export function describeEngines(title: string, contract: (under: EngineUnderTest) => void): void {
  describe.each(["duckdb", "postgres"] as const)(`${title}, %s`, (dialect) => {
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
      else if (address !== "") engine = await postgresEngine(address);
    });
    beforeEach(({ skip }) => skip(engine === undefined, "no PostgreSQL server"));
    afterAll(async () => {
      await engine?.close();
      await remove();
    });
    contract({ dialect, engine: () => engine as SqlEngine });
  });
}
