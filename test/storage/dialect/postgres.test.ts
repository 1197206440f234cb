import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { openPostgres } from "../../../src/storage/dialect/postgres.ts";
import { openStore } from "../../../src/storage/store.ts";
import { appendOnlyTables } from "../../../src/storage/tables.ts";
import type { Claim } from "../../../src/storage/work/claim.ts";
import { delivery, pullRequest, verdict } from "../samples.ts";
import { databaseAt, openForTest, postgres } from "../store-factories.ts";

const { create, execute } = postgres;

/** A connection past every port, in the middle of a transaction. */
async function inTransaction(url: string, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin");
  await client.query(statement);
  return client;
}

/** The address with settings in its query. */
function withQuery(address: string, settings: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.search = new URLSearchParams(settings).toString();
  return url.href;
}

describe.skipIf(postgres.absent)("postgresql", () => {
  describe("a connection", () => {
    const settingsAt = async (url: string): Promise<unknown> => {
      const { dialect } = await openPostgres(url);
      const db = new Kysely<unknown>({ dialect });
      onTestFinished(() => db.destroy());
      const setting = (name: string) => sql<string>`current_setting(${name})`;
      return await db
        .selectNoFrom([
          setting("synchronous_commit").as("commit"),
          setting("transaction_isolation").as("isolation"),
          setting("statement_timeout").as("statement"),
          setting("idle_in_transaction_session_timeout").as("pause"),
        ])
        .executeTakeFirstOrThrow();
    };

    test("confirms what is on disk, sees what others have committed, and holds nobody up for long", async () => {
      const url = await create();
      const name = new URL(url).pathname.slice(1);
      await execute(url, `alter database ${name} set synchronous_commit = off`);
      await execute(url, `alter database ${name} set default_transaction_isolation = serializable`);
      expect(await settingsAt(url)).toEqual({
        commit: "on",
        isolation: "read committed",
        statement: "5s",
        pause: "5s",
      });
    });

    test("a setting in the address wins", async () => {
      const url = withQuery(await create(), {
        statement_timeout: "7000",
        options: "-c synchronous_commit=local",
      });
      expect(await settingsAt(url)).toMatchObject({ commit: "local", statement: "7s" });
    });

    test("changes of the schema take as long as they need", async () => {
      const { migrating, dialect } = await openPostgres(await create());
      const db = new Kysely<never>({ dialect });
      onTestFinished(() => db.destroy());
      await migrating(db, async (patient) => {
        const { rows } = await sql`show statement_timeout`.execute(patient);
        expect(rows).toEqual([{ statement_timeout: "0" }]);
      });
    });
  });

  test("a number that is too large to be read exactly is refused", async () => {
    const url = await create();
    const store = await openForTest(url);
    await store.work.enqueue(pullRequest(7));
    await execute(url, "update work set run_at = 9007199254740992");
    await expect(store.work.nextDueAt()).rejects.toThrow("too large to be read exactly");
    await store.ping();
  });

  test("the time is the database's, not this machine's", async () => {
    const store = await openForTest(create());
    const before = Date.now();
    const machine = vi.spyOn(Date, "now").mockReturnValue(0);
    onTestFinished(() => machine.mockRestore());
    await store.work.enqueue(pullRequest(7));
    expect(Math.abs(((await store.work.nextDueAt()) ?? 0) - before)).toBeLessThan(60_000);
  });

  test("text is compared byte by byte, whatever the language of the database", async () => {
    const url = await create();
    await openForTest(url);
    const columns = await execute(
      url,
      "select distinct collation_name from information_schema.columns where table_schema = 'public' and data_type = 'text'",
    );
    expect(columns).toEqual([{ collation_name: "C" }]);
  });

  test.each(appendOnlyTables)("the database refuses to empty %s", async (table) => {
    const url = await create();
    await openForTest(url);
    await expect(execute(url, `truncate ${table}`)).rejects.toThrow(`\`${table}\` is append-only`);
  });

  test("the store lives in the schema of its user, beside strangers in other schemas", async () => {
    const url = await create();
    await openForTest(url);
    await execute(url, "insert into kysely_migration values ('9999-strange', '2100-01-01')");
    await execute(url, "create schema own");
    const own = withQuery(url, { options: "-c search_path=own" });
    const store = await openForTest(own);
    await store.inbox.accept(delivery("d1"));
    expect(await execute(url, "select count(*)::int from own.delivery")).toEqual([{ count: 1 }]);
    await openForTest(own);
  });

  test("instances that start together on a new database all start", async () => {
    const url = await create();
    const stores = await Promise.all(
      ["one", "two", "three", "four"].map((instance) => openForTest(url, { instance })),
    );
    for (const store of stores) await store.ping();
    const applied = "select name from kysely_migration order by name";
    const alone = await create();
    await openForTest(alone);
    expect(await execute(url, applied)).toEqual(await execute(alone, applied));
  });

  describe("an address that does not work", () => {
    const server = new URL(inject("postgresUrl") || "postgres://countersign:secret@127.0.0.1/none");
    const wrong = "wr0ng-s3cret";
    const changed = (change: Partial<URL>): string => Object.assign(new URL(server), change).href;
    test.each([
      ["a password that is wrong", changed({ password: wrong }), /password authentication failed/],
      ["a database that does not exist", databaseAt(server.href, "none"), /"none" does not exist/],
      ["a port where nobody listens", changed({ port: "1" }), /ECONNREFUSED/],
      ["a password that cannot be decoded", changed({ password: `${wrong}%ff` }), /URI malformed/],
    ])("%s is said in a sentence, without the password", async (_name, url, reason) => {
      const error: unknown = await openStore(url).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: "StoreError",
        message: expect.stringMatching(/^the `postgres:` store cannot be opened: /),
        help: expect.stringContaining("check that the server runs"),
      });
      const told = inspect(error, { depth: 20, showHidden: true });
      expect(told).toMatch(reason);
      const { password } = new URL(url);
      for (const secret of [password, wrong, decodeURIComponent(server.password)]) {
        expect(told).not.toContain(secret);
      }
    });

    test("a user who has no schema to create tables in is told", async () => {
      const url = withQuery(await create(), { options: "-c search_path=nowhere" });
      await expect(openStore(url)).rejects.toThrow(
        "the `postgres:` store cannot be opened: no schema has been selected to create in",
      );
    });
  });

  describe("several instances", () => {
    test("work that one makes due wakes the other, and itself once", async () => {
      const url = await create();
      const one = await openForTest(url, { instance: "one" });
      const two = await openForTest(url, { instance: "two" });
      const [wokenOne, wokenTwo] = [vi.fn(), vi.fn()];
      one.work.onDue(wokenOne);
      two.work.onDue(wokenTwo);
      await one.inbox.accept(delivery("d1", pullRequest(7)));
      await vi.waitFor(() => expect(wokenTwo).toHaveBeenCalledTimes(1), 5_000);
      // Now the announcement has reached its sender too, or does with the next answer to it.
      await two.work.enqueue(pullRequest(8));
      await vi.waitFor(() => expect(wokenOne).toHaveBeenCalledTimes(2), 5_000);
      expect(wokenTwo).toHaveBeenCalledTimes(2);
    });

    test("a row that another one is just taking is stepped over", async () => {
      const url = await create();
      const store = await openForTest(url);
      for (const number of [1, 2]) await store.work.enqueue(pullRequest(number));
      await inTransaction(url, "select * from work where number = 1 for update");
      expect(await store.work.claim()).toMatchObject({ subject: pullRequest(2) });
      expect(await store.work.claim()).toBeUndefined();
    });

    test("accepting gives up at its limit when a row is held, and its delivery can be sent again", async () => {
      const url = await create();
      const store = await openForTest(url, { acceptLimitMs: 300 });
      await store.work.enqueue(pullRequest(7));
      const holder = await inTransaction(url, "select * from work for update");
      await expect(store.inbox.accept(delivery("d1", pullRequest(7)))).rejects.toThrow(
        "the store did not answer within 300 ms",
      );
      expect(await store.inbox.accept(delivery("d2", pullRequest(8)))).toBe("accepted");
      await holder.query("rollback");
      await store.inbox.accept(delivery("d1", pullRequest(7)));
      expect(await store.work.subjectsOf(1, 42)).toMatchObject([
        { generation: 2 },
        { generation: 1 },
      ]);
    });

    test("deliveries with the same subjects in another order do not wait for each other in a circle", async () => {
      const url = await create();
      const [one, two] = [await openStore(url), await openStore(url)];
      const subjects = Array.from({ length: 20 }, (_, number) => pullRequest(number));
      const backwards = subjects.toReversed();
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          await one.inbox.accept(delivery(`one/${index}`, ...subjects));
          await two.inbox.accept(delivery(`two/${index}`, ...backwards));
        }),
      );
      const tracked = await one.work.subjectsOf(1, 42);
      expect(tracked.map(({ generation }) => generation)).toEqual(subjects.map(() => 20));
      // A circle would be broken by the database, and tried again.
      for (const store of [one, two]) await store.close();
      await sleep(100);
      const seen = "select deadlocks::int from pg_stat_database where datname = current_database()";
      expect(await execute(url, seen)).toEqual([{ deadlocks: 0 }]);
    });

    test("two instances with eight workers claim each subject once", async () => {
      const url = await create();
      const stores = [
        await openForTest(url, { instance: "one" }),
        await openForTest(url, { instance: "two" }),
      ];
      const numbers = Array.from({ length: 120 }, (_, number) => number);
      for (const number of numbers) await stores[number % 2]?.work.enqueue(pullRequest(number));
      const held = new Set<string>();
      const claimed: Claim[] = [];
      const worker = async ({ work }: (typeof stores)[number]): Promise<void> => {
        for (let claim = await work.claim(); claim; claim = await work.claim()) {
          expect(held.has(claim.key), "nobody else holds it").toBe(false);
          held.add(claim.key);
          claimed.push(claim);
          await sleep(Math.random() * 5);
          held.delete(claim.key);
          const outcome = { decisions: [verdict("closed")] };
          expect(await work.complete(claim, outcome)).toMatchObject({ superseded: false });
        }
      };
      await Promise.all(stores.flatMap((store) => Array.from({ length: 8 }, () => worker(store))));
      expect(
        claimed.map(({ subject }) => "number" in subject && subject.number).toSorted(),
      ).toEqual(numbers.toSorted());
      expect(claimed.every(({ token }) => token === 1)).toBe(true);
      expect(new Set(claimed.map(({ owner }) => owner)).size, "both took part").toBe(2);
    });

    test("one that pauses beyond its lease is fenced", async () => {
      const url = await create();
      const one = await openForTest(url, { instance: "one", leaseMs: 200 });
      const two = await openForTest(url, { instance: "two" });
      await one.work.enqueue(pullRequest(7));
      const paused = await one.work.claim();
      if (paused === undefined) throw new Error("nothing was due");
      expect(await two.work.claim()).toBeUndefined();
      await sleep(250);
      const taken = await two.work.claim();
      expect(taken).toMatchObject({ key: paused.key, token: paused.token + 1, owner: "two" });
      expect(await one.work.stillCurrent(paused)).toBe("fenced");
      const late = { decisions: [verdict("open")] };
      expect(await one.work.complete(paused, late)).toEqual({ kind: "fenced" });
      expect(await one.decisions.latestVerdict(42, 7)).toBeUndefined();
    });
  });
});
