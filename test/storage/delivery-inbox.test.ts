import { expect, test, vi } from "vitest";
import { approvalSighting, delivery, pullRequest, pushSighting } from "./samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

describeStores(storeFactories, "delivery inbox", ({ create }) => {
  test("a delivery makes its subjects due", async () => {
    const store = await openForTest(create());
    expect(await store.inbox.accept(delivery("d1", pullRequest(7), pullRequest(8)))).toBe(
      "accepted",
    );
    expect((await store.work.backlog()).due).toBe(2);
  });

  test("a delivery that was accepted before writes nothing", async () => {
    const store = await openForTest(create());
    const first = { ...delivery("d1", pullRequest(7)), sightings: [approvalSighting] };
    await store.inbox.accept(first);
    const again = { ...delivery("d1", pullRequest(7), pullRequest(8)), sightings: [pushSighting] };
    expect(await store.inbox.accept(again)).toBe("duplicate");
    const history = await store.approvals.sightingsOf(42, 7);
    expect([history.reviews.length, history.pushes.length]).toEqual([1, 0]);
    const tracked = await store.work.subjectsOf(1, 42);
    expect(tracked.map(({ generation }) => generation)).toEqual([1]);
  });

  test("what a delivery witnessed is kept in the order of acceptance, with the delivery and its time", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    const dismissed = {
      ...approvalSighting,
      action: "dismissed",
      state: "dismissed",
      senderId: 6,
      senderLogin: "tom",
    } as const;
    const { beforeSha: _, ...opened } = pushSighting;
    const elsewhere = { ...pushSighting, pullNumber: 8 };
    await store.inbox.accept({ ...delivery("d1"), sightings: [approvalSighting, opened] });
    clock.pass(10);
    await store.inbox.accept({
      ...delivery("d2"),
      sightings: [pushSighting, elsewhere, dismissed],
    });
    const first = { deliveryId: "d1", seenAt: clock.at - 10 };
    const second = { deliveryId: "d2", seenAt: clock.at };
    expect(await store.approvals.sightingsOf(42, 7)).toEqual({
      reviews: [
        { ...approvalSighting, ...first },
        { ...dismissed, ...second },
      ],
      pushes: [
        { ...opened, ...first },
        { ...pushSighting, ...second },
      ],
    });
  });

  test("deliveries that come at once are each accepted once, and one delivery that comes twice counts once", async () => {
    const store = await openForTest(create());
    const seventh = (sha: string) => ({ ...pullRequest(7), sha }) as const;
    const results = await Promise.all([
      store.inbox.accept(delivery("d1", pullRequest(8))),
      store.inbox.accept({ ...delivery("d2", seventh("a")), sightings: [approvalSighting] }),
      store.inbox.accept(delivery("d3", seventh("b"), pullRequest(9))),
      store.inbox.accept({ ...delivery("d2", seventh("c")), sightings: [pushSighting] }),
      store.inbox.accept(delivery("d4", pullRequest(7))),
    ]);
    const [first, one, third, other, last] = results;
    expect([first, third, last]).toEqual(["accepted", "accepted", "accepted"]);
    expect([one, other].toSorted()).toEqual(["accepted", "duplicate"]);
    expect(await store.inbox.missing(["d1", "d2", "d3", "d4"])).toEqual([]);
    const { reviews, pushes } = await store.approvals.sightingsOf(42, 7);
    expect([...reviews, ...pushes].map(({ deliveryId }) => deliveryId)).toEqual(["d2"]);
    const tracked = await store.work.subjectsOf(1, 42);
    expect(tracked.map(({ generation }) => generation)).toEqual([3, 1, 1]);
  });

  test("one that cannot be written keeps none of those that came with it from being written", async () => {
    const store = await openForTest(create());
    const broken = { ...approvalSighting, headSha: undefined as unknown as string };
    const bad = { ...delivery("d3", pullRequest(7)), sightings: [broken] };
    const results = await Promise.allSettled([
      store.inbox.accept(delivery("d1", pullRequest(7))),
      store.inbox.accept(delivery("d2", pullRequest(8))),
      store.inbox.accept(bad),
      store.inbox.accept(delivery("d4", pullRequest(9))),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(await store.inbox.missing(["d1", "d2", "d3", "d4"])).toEqual(["d3"]);
  });

  test("a delivery that cannot be written whole is not written at all", async () => {
    const store = await openForTest(create());
    const broken = { ...approvalSighting, headSha: undefined as unknown as string };
    const bad = { ...delivery("d1", pullRequest(7)), sightings: [broken] };
    await expect(store.inbox.accept(bad)).rejects.toThrow("head_sha");
    expect((await store.work.backlog()).due).toBe(0);
    expect(await store.inbox.accept(delivery("d1", pullRequest(7)))).toBe("accepted");
  });

  test("workers of this process are woken by what is due, not by a duplicate, nor when nothing is due", async () => {
    const store = await openForTest(create());
    const woken = vi.fn();
    const stop = store.work.onDue(woken);
    const wakes = async (task: Promise<unknown>): Promise<number> => {
      woken.mockClear();
      await task;
      await new Promise(setImmediate);
      return woken.mock.calls.length;
    };
    expect(await wakes(store.inbox.accept(delivery("d1", pullRequest(7))))).toBe(1);
    expect(await wakes(store.inbox.accept(delivery("d1", pullRequest(7))))).toBe(0);
    expect(await wakes(store.inbox.accept(delivery("d2")))).toBe(0);
    expect(await wakes(store.work.enqueue(pullRequest(7)))).toBe(1);
    stop();
    expect(await wakes(store.inbox.accept(delivery("d3", pullRequest(7))))).toBe(0);
  });

  test("the deliveries that never arrived are found among many", async () => {
    const store = await openForTest(create());
    const { action: _, installationId: __, ...ping } = delivery("d700");
    await store.inbox.accept(ping);
    const ids = Array.from({ length: 1_200 }, (_, index) => `d${index}`);
    expect(await store.inbox.missing(ids)).toEqual(ids.filter((id) => id !== "d700"));
    expect(await store.inbox.missing([])).toEqual([]);
  });
});
