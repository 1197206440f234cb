import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { isSqliteBusy, openSqlite } from "../../../src/storage/dialect/sqlite.ts";
import { temporaryFolder } from "../store-factories.ts";

async function openDatabase(path: string): Promise<Kysely<unknown>> {
  const { dialect } = await openSqlite(path);
  const db = new Kysely<unknown>({ dialect });
  onTestFinished(() => db.destroy());
  return db;
}

describe("sqlite", () => {
  test("the journal is written ahead and every commit reaches the disk", async () => {
    const db = await openDatabase(join(temporaryFolder(), "store.db"));
    const journal = await sql`pragma journal_mode`.execute(db);
    const synchronous = await sql`pragma synchronous`.execute(db);
    expect([journal.rows, synchronous.rows]).toEqual([
      [{ journal_mode: "wal" }],
      [{ synchronous: 2 }],
    ]);
  });

  test("a transaction holds the write lock from its start", async () => {
    const path = join(temporaryFolder(), "store.db");
    const db = await openDatabase(path);
    const other = new Database(path, { timeout: 0 });
    onTestFinished(() => {
      other.close();
    });
    await db.transaction().execute(async () => {
      expect(() => other.exec("begin immediate")).toThrow("database is locked");
    });
    other.exec("begin immediate");
  });

  test("a transaction that the database has rolled back by itself fails with its own reason", async () => {
    const db = await openDatabase(":memory:");
    const failing = db.transaction().execute(async (transaction) => {
      await sql`rollback`.execute(transaction);
      throw new Error("database or disk is full");
    });
    await expect(failing).rejects.toThrow("database or disk is full");
  });

  test.each([
    ["SQLITE_BUSY", true],
    ["SQLITE_BUSY_RECOVERY", true],
    ["SQLITE_LOCKED", true],
    ["SQLITE_FULL", false],
    [5, false],
  ])("%s means that somebody else holds the lock: %s", (code, busy) => {
    expect(isSqliteBusy(Object.assign(new Error("refused"), { code }))).toBe(busy);
  });

  test("what is no error of the database is not busy", () => {
    expect([isSqliteBusy(new Error("refused")), isSqliteBusy("SQLITE_BUSY")]).toEqual([
      false,
      false,
    ]);
  });
});
