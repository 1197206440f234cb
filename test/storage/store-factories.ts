import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, inject, onTestFinished } from "vitest";
import { openStore, type Store, type StoreOptions } from "../../src/storage/store.ts";
import { queryPostgres } from "./postgres-server.ts";
import "./postgres-setup.ts";

/** One kind of store that the contracts hold for. */
export interface StoreFactory {
  readonly name: string;
  /** True when it cannot be had here. */
  readonly absent: boolean;
  /** The address of a new, empty store, gone when the test is finished. */
  readonly create: () => Promise<string>;
}

/** A kind of store that several instances can share, and that can be looked into from outside. */
export interface SharedStoreFactory extends StoreFactory {
  /** Runs one statement on the bare database, past every port. */
  readonly execute: (url: string, statement: string) => Promise<readonly unknown[]>;
  /** Lists the tables, as rows with a `name`. */
  readonly listTables: string;
}

/** A folder that is removed when the test is finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const inMemory: StoreFactory = {
  name: "sqlite in memory",
  absent: false,
  create: async () => "sqlite::memory:",
};

/** A SQLite database in a file. */
const sqliteFile: SharedStoreFactory = {
  name: "sqlite in a file",
  absent: false,
  create: async () => `sqlite:${join(temporaryFolder(), "store.db")}`,
  execute: async (url, statement) => {
    const database = new Database(url.slice("sqlite:".length));
    try {
      const prepared = database.prepare(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    } finally {
      database.close();
    }
  },
  listTables: "select name from sqlite_schema where type = 'table'",
};

/** The address of another database on the same server. */
export function databaseAt(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

const postgresUrl = inject("postgresUrl");

/** A PostgreSQL database. */
export const postgres: SharedStoreFactory = {
  name: "postgresql",
  absent: postgresUrl === "",
  create: async () => {
    const name = `countersign_test_${randomBytes(8).toString("hex")}`;
    await queryPostgres(postgresUrl, `create database ${name} template template0 encoding 'UTF8'`);
    onTestFinished(async () => {
      await queryPostgres(postgresUrl, `drop database ${name} with (force)`);
    });
    return databaseAt(postgresUrl, name);
  },
  execute: queryPostgres,
  listTables: "select tablename as name from pg_tables where schemaname = current_schema()",
};

/** Every kind of store. */
export const storeFactories: readonly StoreFactory[] = [inMemory, sqliteFile, postgres];

/** The kinds of store that several instances can share. */
export const sharedStoreFactories: readonly SharedStoreFactory[] = [sqliteFile, postgres];

/** Describes a contract once for each kind of store; the suite of one that is absent is skipped. */
export function describeStores<F extends StoreFactory>(
  factories: readonly F[],
  title: string,
  contract: (factory: F) => void,
): void {
  for (const factory of factories) {
    describe.skipIf(factory.absent)(`${title}, ${factory.name}`, () => contract(factory));
  }
}

/** Opens a store that is closed when the test is finished. */
export async function openForTest(
  url: string | Promise<string>,
  options: StoreOptions = {},
): Promise<Store> {
  const store = await openStore(await url, options);
  onTestFinished(() => store.close());
  return store;
}

/** A clock that stands still until it is moved. */
export class FakeClock {
  at = 1_700_000_000_000;

  readonly now = (): number => this.at;

  pass(milliseconds: number): void {
    this.at += milliseconds;
  }
}
