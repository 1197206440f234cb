import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openStore, type Store } from "../../src/storage/store.ts";
import { type PostgresServer, postgresBinaries, startPostgres } from "./postgres-server.ts";
import { delivery, pullRequest, verdict } from "./samples.ts";
import { openForTest } from "./store-factories.ts";

const binaries = postgresBinaries();

describe.skipIf(binaries === undefined)("a postgresql server that goes away", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(binaries ?? "", { durable: true });
  });
  afterAll(async () => await server?.remove());

  /** Work as it goes on through an absence: what fails is tried again a little later. */
  interface Load {
    readonly accepted: string[];
    readonly completed: string[];
    /** How often the store did not answer. */
    failures: number;
    stopped: boolean;
  }

  async function untilStopped(load: Load, step: () => Promise<void>): Promise<void> {
    while (!load.stopped) {
      await step().catch(async () => {
        load.failures += 1;
        await sleep(50);
      });
    }
  }

  function acceptor(load: Load, { inbox }: Store, name: string): Promise<void> {
    let count = 0;
    return untilStopped(load, async () => {
      count += 1;
      const id = `${name}/${count}`;
      await inbox.accept(delivery(id, pullRequest(count % 3)));
      load.accepted.push(id);
    });
  }

  function worker(load: Load, { work }: Store): Promise<void> {
    return untilStopped(load, async () => {
      const claim = await work.claim();
      if (claim === undefined) return await sleep(5);
      const { kind } = await work.complete(claim, { decisions: [verdict("closed")] });
      if (kind === "completed") load.completed.push(`${claim.key} ${claim.token}`);
    });
  }

  test("crashed and started again under load, it holds all that was confirmed, and the stores answer by themselves", async () => {
    const one = await openForTest(server.url, { instance: "one", leaseMs: 500 });
    const two = await openForTest(server.url, { instance: "two", leaseMs: 500 });
    const load: Load = { accepted: [], completed: [], failures: 0, stopped: false };
    const loops = [one, two].flatMap((store, index) => [
      acceptor(load, store, `${index}/a`),
      acceptor(load, store, `${index}/b`),
      worker(load, store),
      worker(load, store),
    ]);
    for (let crash = 0; crash < 3; crash += 1) {
      const before = load.accepted.length;
      await vi.waitFor(() => expect(load.accepted.length).toBeGreaterThan(before + 20), 20_000);
      await server.crash();
      await sleep(Math.random() * 300);
      await server.start();
    }
    const before = load.completed.length;
    await vi.waitFor(() => expect(load.completed.length).toBeGreaterThan(before + 5), 20_000);
    load.stopped = true;
    await Promise.all(loops);

    expect(load.failures, "the absence was noticed").toBeGreaterThan(0);
    expect(await one.inbox.missing(load.accepted)).toEqual([]);
    const verdicts: string[] = [];
    for await (const { workKey, token } of one.decisions.exportSince(0)) {
      verdicts.push(`${workKey} ${token}`);
    }
    expect(verdicts).toEqual(expect.arrayContaining(load.completed));
    expect(new Set(verdicts).size, "no claim has two verdicts").toBe(verdicts.length);
  });

  test("a webhook that comes meanwhile waits for it, within the limit of accepting", async () => {
    const patient = await openForTest(server.url, { instance: "one", acceptLimitMs: 60_000 });
    const hurried = await openForTest(server.url, { instance: "two", acceptLimitMs: 800 });
    const woken = vi.fn();
    hurried.work.onDue(woken);
    await server.crash();
    const waiting = patient.inbox.accept(delivery("d1", pullRequest(7)));
    await expect(hurried.inbox.accept(delivery("d2", pullRequest(8)))).rejects.toThrow();
    await expect(hurried.ping()).rejects.toThrow();
    await server.start();
    expect(await waiting).toBe("accepted");
    await hurried.ping();
    expect(await hurried.inbox.missing(["d1", "d2"])).toEqual(["d2"]);

    // Something may have been announced while it was away; and what is announced now is heard again.
    await vi.waitFor(() => expect(woken).toHaveBeenCalled(), 10_000);
    await sleep(1_500);
    woken.mockClear();
    await patient.work.enqueue(pullRequest(9));
    await vi.waitFor(() => expect(woken).toHaveBeenCalledTimes(1), 5_000);
  });

  test("a store is closed though it is away, and though it is just looking for it", async () => {
    const store = await openStore(server.url);
    await server.crash();
    await expect(store.ping()).rejects.toThrow();
    const start = performance.now();
    await store.close();
    expect(performance.now() - start).toBeLessThan(900);
    await server.start();
    await expect(store.ping()).rejects.toThrow("destroyed");
  });

  test("an instance that starts together with it waits for it", async () => {
    await server.crash();
    const [store] = await Promise.all([openForTest(server.url), server.start()]);
    await store.ping();
  });
});
