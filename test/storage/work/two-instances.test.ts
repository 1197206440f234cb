import { expect, test } from "vitest";
import type { Store } from "../../../src/storage/store.ts";
import { permit, pullRequest, verdict } from "../samples.ts";
import {
  describeStores,
  FakeClock,
  openForTest,
  sharedStoreFactories,
} from "../store-factories.ts";

describeStores(sharedStoreFactories, "two instances on one store", ({ create }) => {
  const openTwo = async (): Promise<{ clock: FakeClock; url: string; one: Store; two: Store }> => {
    const clock = new FakeClock();
    const url = await create();
    const one = await openForTest(url, { now: clock.now, instance: "one" });
    const two = await openForTest(url, { now: clock.now, instance: "two" });
    return { clock, url, one, two };
  };

  test("each subject is claimed by one of them", async () => {
    const { one, two } = await openTwo();
    for (const number of [1, 2, 3]) await one.work.enqueue(pullRequest(number));
    const claims = [
      await one.work.claim(),
      await two.work.claim(),
      await one.work.claim(),
      await two.work.claim(),
    ];
    expect(claims.map((claim) => claim?.key)).toEqual([
      "42:pull-request:1",
      "42:pull-request:2",
      "42:pull-request:3",
      undefined,
    ]);
  });

  test("an instance that overslept its lease is fenced by the other", async () => {
    const { clock, one, two } = await openTwo();
    await one.work.enqueue(pullRequest(7));
    const overslept = await one.work.claim();
    clock.pass(45_000);
    const taken = await two.work.claim();
    if (overslept === undefined || taken === undefined) throw new Error("nothing was due");
    expect(await one.work.stillCurrent(overslept)).toBe("fenced");
    const late = { decisions: [verdict("open")] };
    expect(await one.work.complete(overslept, late)).toEqual({ kind: "fenced" });
    const outcome = { decisions: [verdict("closed")] };
    expect(await two.work.complete(taken, outcome)).toMatchObject({ kind: "completed" });
    expect(await one.decisions.latestVerdict(42, 7)).toMatchObject({ verdict: "closed", token: 2 });
  });

  test("a commit that two subjects share is judged by one of them at a time", async () => {
    const { clock, one, two } = await openTwo();
    for (const number of [1, 2]) await one.work.enqueue(pullRequest(number));
    const first = await one.work.claim();
    const second = await two.work.claim();
    if (first === undefined || second === undefined) throw new Error("nothing was due");
    expect(await one.work.takeCommit(first, "aaaa")).toBe(true);
    expect(await one.work.takeCommit(first, "aaaa")).toBe(true);
    expect(await two.work.takeCommit(second, "aaaa")).toBe(false);
    expect(await two.work.takeCommit(second, "bbbb")).toBe(true);
    await one.work.complete(first);
    expect(await two.work.takeCommit(second, "aaaa")).toBe(true);
    await one.work.enqueue(pullRequest(1));
    const again = await one.work.claim();
    if (again === undefined) throw new Error("nothing was due");
    expect(await one.work.takeCommit(again, "aaaa")).toBe(false);
    // Whoever died with a turn holds it no longer than its lease.
    clock.pass(30_000);
    await one.work.heartbeat(again);
    clock.pass(20_000);
    expect(await one.work.takeCommit(again, "aaaa")).toBe(true);
  });

  test("an event that one accepts supersedes what the other judges", async () => {
    const { one, two } = await openTwo();
    await one.work.enqueue(pullRequest(7));
    const claim = await one.work.claim();
    if (claim === undefined) throw new Error("nothing was due");
    await two.work.enqueue(pullRequest(7));
    expect(await one.work.stillCurrent(claim)).toBe("superseded");
  });

  test("an approval is spent by one of them", async () => {
    const { one, two } = await openTwo();
    expect([await two.approvals.spend(permit), await one.approvals.spend(permit)]).toEqual([
      true,
      false,
    ]);
  });

  test("an instance that starts again releases its own leases, and fences what held them", async () => {
    const { clock, url, one, two } = await openTwo();
    await one.work.enqueue(pullRequest(1));
    await one.work.enqueue(pullRequest(2));
    const ofOne = await one.work.claim();
    const ofTwo = await two.work.claim();
    if (ofOne === undefined || ofTwo === undefined) throw new Error("nothing was due");
    const again = await openForTest(url, { now: clock.now, instance: "one" });
    expect(await again.work.stillCurrent(ofOne)).toBe("fenced");
    expect(await again.work.claim()).toMatchObject({ key: ofOne.key, token: ofOne.token + 1 });
    expect(await two.work.stillCurrent(ofTwo)).toBe("current");
  });
});
