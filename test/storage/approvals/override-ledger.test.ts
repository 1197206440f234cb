import { expect, test } from "vitest";
import type { Store } from "../../../src/storage/store.ts";
import { delivery, overrideVote } from "../samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "../store-factories.ts";

const { kind: _kind, ...vote } = overrideVote;
const given = {
  repositoryId: 42,
  pullNumber: 7,
  reviewId: 901,
  headSha: "h1",
  digest: "d1",
  expiresAt: 5,
  body: { reason: "customers wait" },
};

async function logged({ decisions }: Store): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  for await (const { kind, body } of decisions.exportSince(0)) lines.push({ kind, body });
  return lines;
}

describeStores(storeFactories, "override ledger", ({ create }) => {
  test("of a pull request of which nothing is known there is nothing", async () => {
    const { overrides } = await openForTest(create());
    expect(await overrides.votesOf(42, 7)).toEqual([]);
    expect(await overrides.givenOf(42, 7)).toEqual([]);
  });

  test("a review votes once, as it was first seen", async () => {
    const clock = new FakeClock();
    const { inbox, overrides } = await openForTest(create(), { now: clock.now });
    const seenAt = clock.now();
    await inbox.accept({ ...delivery("d1"), sightings: [overrideVote] });
    clock.pass(1_000);
    const again = { ...overrideVote, reason: "another one", headSha: "h2" };
    await inbox.accept({ ...delivery("d2"), sightings: [again] });
    expect(await overrides.votesOf(42, 7)).toEqual([{ ...vote, seenAt }]);
    expect(await overrides.votesOf(42, 8)).toEqual([]);
  });

  test("a vote is bound once, and that is a line of the log", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    await store.inbox.accept({ ...delivery("d1"), sightings: [overrideVote] });
    await store.overrides.bind([{ vote, digest: "d1", outcome: "counted" }]);
    await store.overrides.bind([{ vote, digest: "d2", outcome: "outsider" }]);
    expect(await store.overrides.votesOf(42, 7)).toEqual([
      { ...vote, digest: "d1", seenAt: clock.now() },
    ]);
    expect(await logged(store)).toEqual([
      {
        kind: "override",
        body: {
          step: "request",
          outcome: "counted",
          reviewId: 901,
          personId: 8,
          login: "otto",
          reason: "customers wait",
          digest: "d1",
        },
      },
    ]);
  });

  test("an override is given once, and that is a line of the log", async () => {
    const store = await openForTest(create());
    await store.overrides.give(given);
    await store.overrides.give({ ...given, expiresAt: 9 });
    expect(await store.overrides.givenOf(42, 7)).toEqual([given]);
    expect(await logged(store)).toEqual([
      {
        kind: "override",
        body: { step: "given", reviewId: 901, digest: "d1", expiresAt: 5, override: given.body },
      },
    ]);
  });

  test.each([[{}], [{ pullNumber: 7 }]])(
    "a pressed button is a line of the log, and nothing else: %j",
    async (place) => {
      const store = await openForTest(create());
      const button = {
        kind: "override-button",
        repositoryId: 42,
        headSha: "h1",
        identifier: "override",
        personId: 8,
        login: "otto",
        ...place,
      } as const;
      await store.inbox.accept({ ...delivery("d1"), sightings: [button] });
      await store.inbox.accept({ ...delivery("d1"), sightings: [button] });
      expect(await logged(store)).toEqual([
        {
          kind: "override",
          body: {
            step: "button",
            outcome: "ignored",
            identifier: "override",
            personId: 8,
            login: "otto",
          },
        },
      ]);
      expect(await store.overrides.votesOf(42, 7)).toEqual([]);
    },
  );
});
