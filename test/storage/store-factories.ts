import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { openStore, type Store, type StoreOptions } from "../../src/storage/store.ts";

/** One kind of store that the contracts hold for. */
export interface StoreFactory {
  readonly name: string;
  /** The address of a new, empty store, gone when the test is finished. */
  readonly create: () => string;
}

/** A kind of store that several instances can share, and that can be looked into from outside. */
export interface SharedStoreFactory extends StoreFactory {
  /** Runs one statement on the bare database, past every port. */
  readonly execute: (url: string, statement: string) => readonly unknown[];
}

/** A folder that is removed when the test is finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const inMemory: StoreFactory = { name: "sqlite in memory", create: () => "sqlite::memory:" };

const inFile: SharedStoreFactory = {
  name: "sqlite in a file",
  create: () => `sqlite:${join(temporaryFolder(), "store.db")}`,
  execute: (url, statement) => {
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
};

/** Every kind of store. */
export const storeFactories: readonly StoreFactory[] = [inMemory, inFile];

/** The kinds of store that several instances can share. */
export const sharedStoreFactories: readonly SharedStoreFactory[] = [inFile];

/** Opens a store that is closed when the test is finished. */
export async function openForTest(url: string, options: StoreOptions = {}): Promise<Store> {
  const store = await openStore(url, options);
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
