import { expect, test } from "vitest";
import { binding, permit } from "../samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "../store-factories.ts";

async function logOf(entries: AsyncIterable<object>): Promise<readonly object[]> {
  const lines: object[] = [];
  for await (const entry of entries) lines.push(entry);
  return lines;
}

describeStores(storeFactories, "approval ledger", ({ create }) => {
  test("of a pull request of which nothing is known there is nothing", async () => {
    const { approvals } = await openForTest(create());
    expect(await approvals.sightingsOf(42, 7)).toEqual({ reviews: [], pushes: [] });
    expect(await approvals.bindingsOf(42, 7)).toEqual([]);
    expect(await approvals.permitsOf(42, 7)).toEqual([]);
  });

  test("a review is bound to one digest for each connector, and the first one stands", async () => {
    const clock = new FakeClock();
    const { approvals } = await openForTest(create(), { now: clock.now });
    const first = { ...binding, boundAt: clock.at };
    expect(await approvals.bindApprovals([binding])).toEqual([first]);
    clock.pass(1);
    const later = { ...binding, digest: "d2", headSha: "h2" };
    const helpdesk = { ...later, connector: "helpdesk" };
    const second = { ...helpdesk, boundAt: clock.at };
    expect(await approvals.bindApprovals([helpdesk, later])).toEqual([second, first]);
    expect(await approvals.bindingsOf(42, 7)).toEqual([first, second]);
    expect(await approvals.bindingsOf(42, 8)).toEqual([]);
  });

  test("bindings are written all or none", async () => {
    const { approvals } = await openForTest(create());
    const broken = { ...binding, connector: "helpdesk", digest: undefined as unknown as string };
    await expect(approvals.bindApprovals([binding, broken])).rejects.toThrow("digest");
    expect(await approvals.bindingsOf(42, 7)).toEqual([]);
  });

  test("an approval is spent once for each connector, whichever pull request asks again", async () => {
    const clock = new FakeClock();
    const { approvals } = await openForTest(create(), { now: clock.now });
    const { mergeSha: _, ...unmerged } = permit;
    expect(await approvals.spend(unmerged)).toBe(true);
    expect(await approvals.spend(permit)).toBe(false);
    expect(await approvals.spend({ ...permit, pullNumber: 8, digest: "d2" })).toBe(false);
    expect(await approvals.spend({ ...permit, connector: "helpdesk" })).toBe(true);
    expect(await approvals.permitsOf(42, 7)).toEqual([
      { ...unmerged, spentAt: clock.at },
      { ...permit, connector: "helpdesk", spentAt: clock.at },
    ]);
    expect(await approvals.permitsOf(42, 8)).toEqual([]);
  });

  test("the decision log tells when an approval was bound and spent, each once", async () => {
    const clock = new FakeClock();
    const { approvals, decisions } = await openForTest(create(), { now: clock.now });
    await approvals.bindApprovals([binding, binding]);
    clock.pass(5);
    await approvals.spend(permit);
    await approvals.spend(permit);
    const chained = { previousHash: expect.any(String), hash: expect.any(String) };
    expect(await logOf(decisions.exportSince(0))).toEqual([
      {
        ...chained,
        seq: 1,
        at: clock.at - 5,
        kind: "approval",
        repositoryId: 42,
        pullNumber: 7,
        headSha: "h1",
        body: {
          reviewId: 900,
          connector: "stripe",
          reviewerId: 5,
          reviewerLogin: "maria",
          digest: "d1",
        },
      },
      {
        ...chained,
        seq: 2,
        at: clock.at,
        kind: "spent",
        repositoryId: 42,
        pullNumber: 7,
        headSha: "h1",
        body: { reviewId: 900, connector: "stripe", digest: "d1", mergeSha: "m1" },
      },
    ]);
  });
});
