import { expect, test } from "vitest";
import { delivery, pullRequest, verdict } from "./samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

const DAY_MS = 86_400_000;

describeStores(storeFactories, "retention", ({ create }) => {
  test("old deliveries are forgotten, the oldest first and not all at once; young ones and everything else stay", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    const old = Array.from({ length: 501 }, (_, index) => `old${index}`);
    for (const id of old) {
      clock.pass(1);
      await store.inbox.accept(delivery(id, pullRequest(7)));
    }
    const claim = await store.work.claim();
    if (claim === undefined) throw new Error("nothing is due");
    await store.work.complete(claim, { decisions: [verdict("closed")] });
    clock.pass(20 * DAY_MS);
    await store.inbox.accept(delivery("young"));
    clock.pass(10 * DAY_MS);

    expect(await store.inbox.forgetOlderThan(30)).toBe(500);
    expect(await store.inbox.missing([...old, "young"])).toEqual(old.slice(0, 500));
    clock.pass(1);
    expect(await store.inbox.forgetOlderThan(30)).toBe(1);
    expect(await store.inbox.forgetOlderThan(30)).toBe(0);
    expect(await store.inbox.missing(["young"])).toEqual([]);
    expect((await store.work.subjectsOf(1, 42)).length).toBe(1);
    expect(await store.decisions.latestVerdict(42, 7)).toBeDefined();
  });
});
