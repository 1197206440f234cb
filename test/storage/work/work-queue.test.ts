import { describe, expect, test } from "vitest";
import type { Store } from "../../../src/storage/store.ts";
import type { Claim } from "../../../src/storage/work/claim.ts";
import type { WorkSubject } from "../../../src/storage/work/work-subject.ts";
import { delivery, permit, pullRequest, verdict } from "../samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "../store-factories.ts";

async function claimed(store: Store): Promise<Claim> {
  const claim = await store.work.claim();
  if (claim === undefined) throw new Error("nothing is due");
  return claim;
}

describeStores(storeFactories, "work queue", ({ create }) => {
  const open = async (): Promise<{ clock: FakeClock; store: Store }> => {
    const clock = new FakeClock();
    const options = { now: clock.now, instance: "one", leaseMs: 45_000 };
    return { clock, store: await openForTest(create(), options) };
  };

  describe("claim", () => {
    test("nothing is claimed when nothing is due", async () => {
      const { store } = await open();
      expect(await store.work.claim()).toBeUndefined();
      expect(await store.work.nextDueAt()).toBeUndefined();
    });

    test("a claim says what to judge, under which generation and token, and how often it was tried", async () => {
      const { store } = await open();
      await store.inbox.accept(delivery("d1", pullRequest(7)));
      await store.inbox.accept(delivery("d2", pullRequest(7)));
      expect(await store.work.claim()).toEqual({
        key: "42:pull-request:7",
        subject: pullRequest(7),
        generation: 2,
        token: 1,
        owner: "one",
        attempts: 1,
      });
    });

    test("what is held is not claimed again until its lease ends, and then under a higher token", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      await claimed(store);
      clock.pass(44_999);
      expect(await store.work.claim()).toBeUndefined();
      expect(await store.work.nextDueAt()).toBe(clock.at + 1);
      clock.pass(1);
      expect(await store.work.claim()).toMatchObject({ generation: 1, token: 2, attempts: 2 });
    });

    test("installations take turns, however much one of them has to do", async () => {
      const { clock, store } = await open();
      for (let number = 1; number <= 6; number += 1) await store.work.enqueue(pullRequest(number));
      clock.pass(1_000);
      for (const installationId of [2, 3]) {
        const place = { ...pullRequest(1), installationId, repositoryId: installationId };
        await store.work.enqueue(place);
        await store.work.enqueue({ ...place, kind: "repository" });
      }
      const turns: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        clock.pass(1);
        const claim = await claimed(store);
        turns.push(claim.subject.installationId);
        await store.work.complete(claim);
      }
      expect(turns).toEqual([1, 2, 3, 1, 2, 3, 1, 1, 1, 1]);
    });

    test("the one that has been due longest comes first, also when it had a later event", async () => {
      const { clock, store } = await open();
      for (const number of [3, 1, 2]) {
        await store.work.enqueue(pullRequest(number));
        clock.pass(1);
      }
      await store.work.enqueue(pullRequest(3));
      const order = [await claimed(store), await claimed(store), await claimed(store)];
      expect(order.map(({ key }) => key)).toEqual([
        "42:pull-request:3",
        "42:pull-request:1",
        "42:pull-request:2",
      ]);
    });

    test("names are refreshed and the last known commit stays; branches and repositories are subjects too", async () => {
      const { store } = await open();
      const at = { installationId: 1, repositoryId: 42, owner: "acme", repo: "shop" };
      const renamed = { installationId: 2, repositoryId: 42, owner: "umbrella", repo: "store" };
      const subjects: readonly WorkSubject[] = [
        { ...at, kind: "branch", ref: "refs/heads/main", sha: "s1" },
        { ...renamed, kind: "branch", ref: "refs/heads/main" },
        { ...at, kind: "repository" },
      ];
      for (const subject of subjects) await store.work.enqueue(subject);
      expect([(await claimed(store)).subject, (await claimed(store)).subject]).toEqual([
        { ...renamed, kind: "branch", ref: "refs/heads/main", sha: "s1" },
        { ...at, kind: "repository" },
      ]);
    });
  });

  describe("while a claim is held", () => {
    test("a heartbeat prolongs the lease", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      clock.pass(40_000);
      expect(await store.work.heartbeat(claim)).toBe(true);
      clock.pass(40_000);
      expect(await store.work.claim()).toBeUndefined();
    });

    test("asking whether it is still current prolongs the lease for the write that follows", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      clock.pass(60_000);
      expect(await store.work.stillCurrent(claim)).toBe("current");
      expect(await store.work.claim()).toBeUndefined();
    });

    test("an event supersedes it, and the subject stays due when it is completed", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      clock.pass(5);
      await store.inbox.accept(delivery("d1", pullRequest(7)));
      expect(await store.work.stillCurrent(claim)).toBe("superseded");
      expect(await store.work.claim()).toBeUndefined();
      const later = { nextRunAt: clock.at + 9_000_000, closed: true };
      expect(await store.work.complete(claim, later)).toEqual({
        kind: "completed",
        spent: [],
        superseded: true,
      });
      expect(await store.work.subjectsOf(1, 42)).toMatchObject([{ runAt: clock.at }]);
      expect(await store.work.claim()).toMatchObject({ generation: 2, token: 2, attempts: 1 });
    });

    test("after somebody else has claimed it, it is fenced and writes nothing", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const lost = await claimed(store);
      clock.pass(45_000);
      const held = await claimed(store);
      expect(await store.work.stillCurrent(lost)).toBe("fenced");
      expect(await store.work.heartbeat(lost)).toBe(false);
      expect(await store.work.fail(lost, new Error("late"))).toBe(false);
      expect(await store.work.release(lost)).toBe(false);
      const outcome = { decisions: [verdict("open")], permits: [permit] };
      expect(await store.work.complete(lost, outcome)).toEqual({ kind: "fenced" });
      expect(await store.decisions.latestVerdict(42, 7)).toBeUndefined();
      expect(await store.approvals.permitsOf(42, 7)).toEqual([]);
      expect(await store.work.stillCurrent(held)).toBe("current");
    });
  });

  describe("the end of a claim", () => {
    test("completed work is not due until its next time, and its attempts are forgiven", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      await store.work.fail(claim, new Error("no answer"), { retryAt: clock.at });
      const retried = await claimed(store);
      expect(retried).toMatchObject({ attempts: 2, lastError: "Error: no answer" });
      await store.work.complete(retried, { nextRunAt: clock.at + 500 });
      expect(await store.work.subjectsOf(1, 42)).toEqual([
        {
          subject: pullRequest(7),
          generation: 1,
          runAt: clock.at + 500,
          completedAt: clock.at,
          claimedAt: clock.at,
          attempts: 0,
        },
      ]);
      clock.pass(499);
      expect(await store.work.claim()).toBeUndefined();
      clock.pass(1);
      expect(await store.work.claim()).toMatchObject({ generation: 1, token: 3, attempts: 1 });
    });

    test("work that is given up is due with its next event, and says why it failed", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      await store.work.fail(await claimed(store), new Error("poison"), { retryAt: "never" });
      clock.pass(1_000_000_000);
      expect(await store.work.claim()).toBeUndefined();
      expect(await store.work.subjectsOf(1, 42)).toMatchObject([{ lastError: "Error: poison" }]);
      await store.work.enqueue(pullRequest(7));
      expect(await store.work.claim()).toMatchObject({ attempts: 1 });
    });

    test("work without a next time waits for an event", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      await store.work.complete(await claimed(store));
      clock.pass(1_000_000_000);
      expect(await store.work.claim()).toBeUndefined();
      expect(await store.work.nextDueAt()).toBeUndefined();
    });

    test("a claim is completed once", async () => {
      const { store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      await store.work.complete(claim, { decisions: [verdict("open")] });
      expect(await store.work.complete(claim, { decisions: [verdict("closed")] })).toEqual({
        kind: "fenced",
      });
      expect(await store.decisions.latestVerdict(42, 7)).toMatchObject({ verdict: "open" });
    });

    test("an outcome with two verdicts is refused whole, and the claim is still held", async () => {
      const { store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      const outcome = { decisions: [verdict("open"), verdict("closed")], permits: [permit] };
      await expect(store.work.complete(claim, outcome)).rejects.toThrow();
      expect(await store.approvals.permitsOf(42, 7)).toEqual([]);
      expect(await store.decisions.latestVerdict(42, 7)).toBeUndefined();
      expect(await store.work.stillCurrent(claim)).toBe("current");
    });

    test("approvals are spent with the verdict, once for all completions", async () => {
      const { clock, store } = await open();
      const other = { ...permit, connector: "helpdesk" };
      await store.work.enqueue(pullRequest(7));
      const first = await claimed(store);
      expect(
        await store.work.complete(first, { permits: [permit], nextRunAt: clock.at }),
      ).toMatchObject({ spent: [true] });
      expect(
        await store.work.complete(await claimed(store), { permits: [other, permit] }),
      ).toMatchObject({ spent: [true, false] });
      expect(await store.approvals.permitsOf(42, 7)).toEqual([
        { ...permit, spentAt: clock.at },
        { ...other, spentAt: clock.at },
      ]);
    });

    test("failed work is tried again after 1 s, 2 s, 4 s, …", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const waits: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(await store.work.fail(await claimed(store), "no answer")).toBe(true);
        const dueAt = (await store.work.nextDueAt()) ?? 0;
        waits.push(dueAt - clock.at);
        expect(await store.work.claim()).toBeUndefined();
        clock.at = dueAt;
      }
      expect(waits).toEqual([1_000, 2_000, 4_000]);
    });

    test("failed work is due at once, and its attempts are forgiven, when an event came meanwhile", async () => {
      const { clock, store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      await store.work.enqueue(pullRequest(7));
      await store.work.fail(claim, "no answer", { retryAt: clock.at + 60_000 });
      expect(await store.work.claim()).toMatchObject({ generation: 2, attempts: 1 });
    });

    test("released work is due at once, as if it had not been claimed", async () => {
      const { store } = await open();
      await store.work.enqueue(pullRequest(7));
      const claim = await claimed(store);
      expect(await store.work.release(claim)).toBe(true);
      expect(await store.work.stillCurrent(claim)).toBe("fenced");
      expect(await store.work.claim()).toMatchObject({ generation: 1, token: 2, attempts: 1 });
    });

    test("a closed subject is followed again with its next event", async () => {
      const { store } = await open();
      await store.work.enqueue(pullRequest(7));
      await store.work.enqueue(pullRequest(8));
      await store.work.complete(await claimed(store), { closed: true });
      const numbers = async (): Promise<readonly unknown[]> =>
        (await store.work.subjectsOf(1, 42)).map(({ subject }) => subject);
      expect(await numbers()).toEqual([pullRequest(8)]);
      await store.inbox.accept(delivery("d1", pullRequest(7)));
      expect(await numbers()).toEqual([pullRequest(7), pullRequest(8)]);
      expect(await store.work.subjectsOf(1, 43)).toEqual([]);
      expect(await store.work.subjectsOf(2, 42)).toEqual([]);
    });
  });

  test("work that is enqueued for later waits, and an event before that time does not", async () => {
    const { clock, store } = await open();
    await store.work.enqueue(pullRequest(7), { dueAt: clock.at + 1_000 });
    await store.work.enqueue(pullRequest(8), { dueAt: clock.at + 1_000 });
    expect(await store.work.claim()).toBeUndefined();
    expect(await store.work.nextDueAt()).toBe(clock.at + 1_000);
    await store.inbox.accept(delivery("d1", pullRequest(7)));
    expect(await store.work.claim()).toMatchObject({ subject: pullRequest(7) });
    await store.work.enqueue(pullRequest(8), { dueAt: clock.at + 2_000 });
    expect(await store.work.nextDueAt()).toBe(clock.at + 1_000);
  });

  test("the backlog counts what is due, held, scheduled and failing", async () => {
    const { clock, store } = await open();
    const empty = { due: 0, leased: 0, scheduled: 0, failing: 0, oldestDueMs: 0 };
    expect(await store.work.backlog()).toEqual(empty);
    for (const number of [1, 2, 3, 4, 5]) {
      await store.work.enqueue(pullRequest(number));
      clock.pass(10);
    }
    await store.work.fail(await claimed(store), "no answer", { retryAt: clock.at + 60_000 });
    await store.work.complete(await claimed(store));
    await claimed(store);
    expect(await store.work.backlog()).toEqual({
      due: 2,
      leased: 1,
      scheduled: 1,
      failing: 1,
      oldestDueMs: 20,
    });
    const failing = (await store.work.subjectsOf(1, 42)).filter(({ lastError }) => lastError);
    expect(failing).toMatchObject([
      { subject: pullRequest(1), lastError: "no answer", attempts: 1 },
    ]);
  });

  test("nothing of an installation that is gone is due, and who works on it is fenced", async () => {
    const { store } = await open();
    const elsewhere: WorkSubject = { ...pullRequest(7), repositoryId: 43 };
    const foreign: WorkSubject = { ...pullRequest(7), repositoryId: 44, installationId: 2 };
    for (const subject of [pullRequest(7), elsewhere, foreign]) await store.work.enqueue(subject);
    const claim = await claimed(store);
    await store.work.forgetInstallation(1, 42);
    expect(await store.work.stillCurrent(claim)).toBe("fenced");
    expect((await store.work.backlog()).due).toBe(2);
    await store.work.forgetInstallation(1);
    expect(await store.work.claim()).toMatchObject({ subject: foreign });
    expect(await store.work.claim()).toBeUndefined();
    await store.inbox.accept(delivery("d1", pullRequest(7)));
    expect(await store.work.claim()).toMatchObject({ subject: pullRequest(7), generation: 2 });
  });
});
