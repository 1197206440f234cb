import { existsSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openStore } from "../../src/storage/store.ts";
import { delivery, pullRequest } from "./samples.ts";
import {
  describeStores,
  openForTest,
  sharedStoreFactories,
  storeFactories,
  temporaryFolder,
} from "./store-factories.ts";

describeStores(storeFactories, "store", ({ create }) => {
  test("an open store answers; a closed one does not, and may be closed again", async () => {
    const store = await openStore(await create());
    await store.ping();
    await store.close();
    await store.close();
    await expect(store.ping()).rejects.toThrow();
    await expect(store.inbox.accept(delivery("d1"))).rejects.toThrow();
  });

  test("without options the clock is the system's and the instance has the name of the host", async () => {
    const store = await openForTest(create());
    const before = Date.now();
    await store.work.enqueue(pullRequest(7));
    const dueAt = await store.work.nextDueAt();
    expect(dueAt).toBeGreaterThanOrEqual(before);
    expect(dueAt).toBeLessThanOrEqual(Date.now());
    expect(await store.work.claim()).toMatchObject({ owner: hostname() });
  });
});

describeStores(sharedStoreFactories, "a store that stays", ({ create, execute, listTables }) => {
  test("what was accepted is there when the store is opened again", async () => {
    const url = await create();
    const before = await openStore(url);
    await before.inbox.accept(delivery("d1", pullRequest(7)));
    await before.close();
    const after = await openForTest(url);
    expect(await after.inbox.accept(delivery("d1", pullRequest(7)))).toBe("duplicate");
    expect(await after.work.claim()).toMatchObject({ subject: pullRequest(7) });
  });

  test("a database of somebody else is refused and left as it is", async () => {
    const url = await create();
    await execute(url, "create table permit (title text)");
    await expect(openStore(url)).rejects.toMatchObject({
      name: "StoreError",
      message: expect.stringMatching(/cannot be opened: (table|relation) "permit" already exists/),
    });
    const tables = await execute(url, listTables);
    expect(tables).toContainEqual({ name: "permit" });
    expect(tables).not.toContainEqual({ name: "delivery" });
  });

  test("a store of a newer version is refused", async () => {
    const url = await create();
    await (await openStore(url)).close();
    await execute(
      url,
      "insert into kysely_migration values ('9999-later', '2100-01-01T00:00:00.000Z')",
    );
    await expect(openStore(url)).rejects.toMatchObject({
      name: "StoreError",
      message: "the store was written by a newer version",
    });
  });
});

describe("sqlite", () => {
  test("the folder of the file is created, for its owner only", async () => {
    const folder = join(temporaryFolder(), "a", "b");
    await openForTest(`sqlite:${join(folder, "store.db")}`);
    expect(existsSync(join(folder, "store.db"))).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  test("a file that is no database is refused and left as it is", async () => {
    const path = join(temporaryFolder(), "notes.txt");
    writeFileSync(path, "not a database, but long enough to be looked at\n".repeat(100));
    const before = statSync(path).size;
    await expect(openStore(`sqlite:${path}`)).rejects.toMatchObject({
      name: "StoreError",
      message: `the store \`${path}\` cannot be opened: file is not a database`,
      help: expect.stringContaining("check that"),
    });
    expect(statSync(path).size).toBe(before);
  });

  test("a missing driver is said in a sentence", async () => {
    vi.doMock("better-sqlite3", () => {
      throw new Error("not found");
    });
    try {
      await expect(openStore("sqlite::memory:")).rejects.toMatchObject({
        name: "StoreError",
        message: "the package `better-sqlite3`, which a `sqlite:` store needs, cannot be loaded",
        help: "install it with `npm install better-sqlite3`",
      });
    } finally {
      vi.doUnmock("better-sqlite3");
    }
  });
});
