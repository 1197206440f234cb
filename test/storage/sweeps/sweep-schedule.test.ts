import { expect, test } from "vitest";
import type { Store } from "../../../src/storage/store.ts";
import { type SweepTurn, wholeApp } from "../../../src/storage/sweeps/sweep-schedule.ts";
import { pullRequest } from "../samples.ts";
import {
  describeStores,
  FakeClock,
  openForTest,
  sharedStoreFactories,
  storeFactories,
} from "../store-factories.ts";

async function taken(store: Store): Promise<SweepTurn> {
  const turn = await store.sweeps.take();
  if (turn === undefined) throw new Error("no turn is due");
  return turn;
}

/** Takes every turn that is due, and makes the next ones due an hour later. */
async function turns(store: Store, clock: FakeClock): Promise<readonly number[]> {
  const all: number[] = [];
  for (;;) {
    const turn = await store.sweeps.take();
    if (turn === undefined) return all;
    all.push(turn.installationId);
    await store.sweeps.finish(turn, clock.at + 3_600_000);
  }
}

describeStores(storeFactories, "the sweep schedule", ({ create }) => {
  const open = async (): Promise<{ clock: FakeClock; store: Store }> => {
    const clock = new FakeClock();
    return { clock, store: await openForTest(create(), { now: clock.now, instance: "one" }) };
  };

  test("begins with the app as a whole and every installation that has work", async () => {
    const { clock, store } = await open();
    await store.work.enqueue(pullRequest(7));
    await store.work.enqueue({ ...pullRequest(1), installationId: 5, repositoryId: 6 });
    await store.sweeps.begin();
    expect(await turns(store, clock)).toEqual([wholeApp, 1, 5]);
    expect(await store.sweeps.followed()).toEqual([1, 5]);
    clock.pass(3_599_999);
    expect(await turns(store, clock)).toEqual([]);
    clock.pass(1);
    expect(await turns(store, clock)).toEqual([wholeApp, 1, 5]);
  });

  test("a turn is one worker's; where that dies, another gets it ten minutes later", async () => {
    const { clock, store } = await open();
    await store.sweeps.request(1);
    const dead = await taken(store);
    clock.pass(599_999);
    expect(await store.sweeps.take()).toBeUndefined();
    clock.pass(1);
    const heir = await taken(store);
    expect(heir.installationId).toBe(1);
    await store.sweeps.finish(dead, clock.at);
    expect(await store.sweeps.take()).toBeUndefined();
    await store.sweeps.finish(heir, clock.at);
    expect(await store.sweeps.take()).toBeDefined();
  });

  test("a request in the middle of a turn is not lost with its end", async () => {
    const { clock, store } = await open();
    await store.sweeps.request(1);
    const turn = await taken(store);
    clock.pass(10);
    await store.sweeps.request(1);
    await store.sweeps.finish(turn, clock.at + 3_600_000);
    expect(await turns(store, clock)).toEqual([1]);
  });

  test("an installation that is dropped is swept when it is asked for again", async () => {
    const { clock, store } = await open();
    await store.sweeps.request(1);
    await store.sweeps.drop(1);
    expect(await turns(store, clock)).toEqual([]);
    await store.sweeps.request(1);
    expect(await turns(store, clock)).toEqual([1]);
  });
});

describeStores(sharedStoreFactories, "instances on one store", ({ create }) => {
  test("do not sweep at their start what another has just swept, but what they swept themselves", async () => {
    const clock = new FakeClock();
    const url = await create();
    const one = await openForTest(url, { now: clock.now, instance: "one" });
    await one.sweeps.request(1);
    await one.sweeps.begin();
    expect(await turns(one, clock)).toEqual([wholeApp, 1]);
    clock.pass(59_000);
    const two = await openForTest(url, { now: clock.now, instance: "two" });
    await two.sweeps.begin();
    expect(await turns(two, clock)).toEqual([]);
    await one.sweeps.begin();
    expect(await turns(one, clock)).toEqual([wholeApp, 1]);
    clock.pass(60_000);
    await two.sweeps.begin();
    expect(await turns(two, clock)).toEqual([wholeApp, 1]);
  });
});
