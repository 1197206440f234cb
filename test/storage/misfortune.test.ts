import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Store } from "../../src/storage/store.ts";
import { delivery, pullRequest, verdict } from "./samples.ts";
import {
  describeStores,
  FakeClock,
  openForTest,
  storeFactories,
  temporaryFolder,
} from "./store-factories.ts";

const YEAR_MS = 365 * 86_400_000;

describeStores(storeFactories, "a clock that jumps", ({ create }) => {
  async function started(): Promise<{ store: Store; clock: FakeClock }> {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    await store.inbox.accept(delivery("d1", pullRequest(7)));
    return { store, clock };
  }

  test("ahead: who worked meanwhile is fenced, and the work is done by whoever claims it next", async () => {
    const { store, clock } = await started();
    const before = await store.work.claim();
    clock.pass(YEAR_MS);
    const after = await store.work.claim();
    if (before === undefined || after === undefined) throw new Error("nothing is due");
    expect(await store.work.stillCurrent(before)).toBe("fenced");
    expect(await store.work.complete(before, { decisions: [verdict("success")] })).toEqual({
      kind: "fenced",
    });
    expect(await store.work.complete(after, { decisions: [verdict("closed")] })).toMatchObject({
      kind: "completed",
    });
    expect(await store.decisions.latestVerdict(42, 7)).toMatchObject({ verdict: "closed" });
  });

  test("back: who worked meanwhile goes on, and what comes then is due at once", async () => {
    const { store, clock } = await started();
    const claim = await store.work.claim();
    if (claim === undefined) throw new Error("nothing is due");
    await store.inbox.accept(delivery("d2", pullRequest(8)));
    clock.pass(-YEAR_MS);
    expect(await store.work.stillCurrent(claim)).toBe("current");
    expect(await store.work.claim(), "due at a time that lies ahead now").toBeUndefined();
    await store.work.complete(claim, { decisions: [verdict("closed")] });
    // An event, and the sweep, which looks for what was not judged.
    await store.inbox.accept(delivery("d3", pullRequest(7)));
    await store.work.enqueue(pullRequest(8));
    const claimed = [await store.work.claim(), await store.work.claim()];
    expect(claimed.map((one) => one?.key).sort()).toEqual([
      "42:pull-request:7",
      "42:pull-request:8",
    ]);
  });
});

describe("sqlite", () => {
  test("a disk that is full refuses an event whole, and takes it when there is room again", async () => {
    const opened: Database.Database[] = [];
    const { default: Driver } = await import("better-sqlite3");
    vi.doMock("better-sqlite3", () => ({
      default: function open(path: string, options: Database.Options): Database.Database {
        const database = new Driver(path, options);
        opened.push(database);
        return database;
      },
    }));
    onTestFinished(() => {
      vi.doUnmock("better-sqlite3");
    });
    const store = await openForTest(`sqlite:${join(temporaryFolder(), "store.db")}`);
    const [database] = opened;
    if (database === undefined) throw new Error("the store was opened past the mock");
    const pages = Number(database.pragma("page_count", { simple: true }));
    database.pragma(`max_page_count = ${pages}`);

    const accepted: string[] = [];
    let refused = "";
    for (let count = 0; refused === ""; count += 1) {
      const id = `d${count}`;
      await store.inbox.accept(delivery(id, pullRequest(count))).then(
        () => accepted.push(id),
        (error: unknown) => {
          refused = id;
          expect(String(error)).toContain("full");
        },
      );
    }
    expect(await store.inbox.missing([...accepted, refused])).toEqual([refused]);
    expect((await store.work.subjectsOf(1, 42)).length).toBe(accepted.length);
    const claim = await store.work.claim();
    if (claim === undefined) throw new Error("nothing is due");
    const body = "x".repeat(100_000);
    const large = { kind: "verdict", verdict: "success", headSha: "h", body } as const;
    await expect(store.work.complete(claim, { decisions: [large] })).rejects.toThrow("full");
    expect(await store.decisions.latestVerdict(42, 0), "no verdict was written").toBeUndefined();

    database.pragma("max_page_count = 100000");
    expect(await store.inbox.accept(delivery(refused, pullRequest(1)))).toBe("accepted");
    expect(await store.work.complete(claim, { decisions: [large] })).toMatchObject({
      kind: "completed",
    });
  });

  test("a file that is taken away refuses events, and takes them when it is back", async () => {
    const path = join(temporaryFolder(), "store.db");
    const store = await openForTest(`sqlite:${path}`);
    await store.ping();
    renameSync(path, `${path}.away`);
    await expect(store.inbox.accept(delivery("d1", pullRequest(7)))).rejects.toMatchObject({
      name: "StoreError",
      message: `the file \`${path}\` of the store was moved or deleted while the app runs`,
    });
    await expect(store.ping()).rejects.toThrow("was moved or deleted");
    writeFileSync(path, "another file");
    await expect(store.inbox.accept(delivery("d1", pullRequest(7)))).rejects.toThrow("moved");
    renameSync(`${path}.away`, path);
    await store.ping();
    expect(await store.inbox.accept(delivery("d1", pullRequest(7)))).toBe("accepted");
  });
});
