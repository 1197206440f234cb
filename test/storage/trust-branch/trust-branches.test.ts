import { describe, expect, test } from "vitest";
import type { BranchPushSighting } from "../../../src/storage/trust-branch/branch-push.ts";
import type { MergeGroupSighting } from "../../../src/storage/trust-branch/merge-group.ts";
import type { WorkSubject } from "../../../src/storage/work/work-subject.ts";
import { delivery } from "../samples.ts";
import {
  describeStores,
  FakeClock,
  openForTest,
  sharedStoreFactories,
  storeFactories,
} from "../store-factories.ts";

const place = { installationId: 1, repositoryId: 42, owner: "acme", repo: "shop" };
const main: WorkSubject = { ...place, kind: "trust-branch", ref: "main" };

const group: MergeGroupSighting = {
  kind: "merge-group",
  repositoryId: 42,
  headSha: "g1",
  headRef: "refs/heads/gh-readonly-queue/main/pr-7-b1",
  baseSha: "b1",
  baseRef: "main",
  state: "queued",
};

const pushed: BranchPushSighting = {
  kind: "branch-push",
  repositoryId: 42,
  ref: "main",
  beforeSha: "a",
  afterSha: "b",
  defaultBranch: "main",
  pusher: { id: 6, login: "tom" },
};

describeStores(storeFactories, "trust branches", ({ create }) => {
  const open = async () => {
    const clock = new FakeClock();
    return { clock, store: await openForTest(create(), { now: clock.now }) };
  };

  describe("groups of a merge queue", () => {
    test("are in the queue until they are merged or leave it", async () => {
      const { store } = await open();
      const { kind: _kind, ...seen } = group;
      const see = (id: string, ...sightings: readonly MergeGroupSighting[]) =>
        store.inbox.accept({ ...delivery(id), sightings });
      expect(await store.trust.mergeGroup(42, "g1")).toBeUndefined();
      await see("d1", group, { ...group, headSha: "g2", baseSha: "g1" });
      await see("d2", { ...group, repositoryId: 43 });
      expect(await store.trust.mergeGroup(42, "g1")).toEqual(seen);
      expect((await store.trust.queuedGroups(42)).map(({ headSha }) => headSha)).toEqual([
        "g1",
        "g2",
      ]);
      await see("d3", { ...group, state: "left" });
      await see("d4", { ...group, headSha: "g2", baseSha: "g1", state: "merged" });
      expect(await store.trust.mergeGroup(42, "g1")).toEqual({ ...seen, state: "left" });
      expect(await store.trust.queuedGroups(42)).toEqual([]);
      await see("d5", group);
      expect(await store.trust.queuedGroups(42)).toEqual([seen]);
    });

    test("are subjects of their own, by their head", async () => {
      const { store } = await open();
      const subject: WorkSubject = { ...place, kind: "merge-group", sha: "g1" };
      await store.work.enqueue(subject);
      expect(await store.work.claim()).toMatchObject({ key: "42:merge-group:g1", subject });
    });
  });

  describe("pushes", () => {
    test("are kept in the order in which they were seen, each branch by itself", async () => {
      const { clock, store } = await open();
      const { beforeSha: _before, pusher: _pusher, ...created } = { ...pushed, afterSha: "c" };
      await store.inbox.accept({
        ...delivery("d1"),
        sightings: [pushed, { ...pushed, ref: "side" }, created],
      });
      const { kind: _kind, ...seen } = pushed;
      const { kind: _other, ...bare } = created;
      const at = { seq: expect.any(Number), seenAt: clock.at };
      expect(await store.trust.pushesOf(42, "main")).toEqual({
        told: [
          { ...seen, ...at },
          { ...bare, ...at },
        ],
        recovered: [],
      });
    });

    test("are found by the commits that they made a tip, of whichever branch", async () => {
      const { clock, store } = await open();
      const side = { ...pushed, ref: "side", afterSha: "s" };
      const sightings = [side, { ...pushed, afterSha: "c" }, { ...pushed, repositoryId: 43 }];
      await store.inbox.accept({ ...delivery("d1"), sightings });
      const { kind: _kind, ...seen } = side;
      const at = { seq: expect.any(Number), seenAt: clock.at };
      expect(await store.trust.pushesTo(42, ["s", "x"])).toEqual([{ ...seen, ...at }]);
      expect(await store.trust.pushesTo(42, [])).toEqual([]);
    });

    test("that nobody told of are written with the audit that found them", async () => {
      const { store } = await open();
      await store.work.enqueue(main);
      const claim = await store.work.claim();
      if (claim === undefined) throw new Error("nothing is due");
      const recovered = { beforeSha: "a", afterSha: "b" };
      await store.work.complete(claim, { audited: { ref: "main", sha: "b", recovered } });
      expect(await store.trust.pushesOf(42, "main")).toEqual({ told: [], recovered: [recovered] });
      expect(await store.trust.branchesOf(42)).toEqual([
        { ref: "main", auditedSha: "b", auditedSeq: 0 },
      ]);
      // The claim is over: nothing is written any more.
      await store.work.complete(claim, { audited: { ref: "main", sha: "x", seq: 9 } });
      expect(await store.trust.branchesOf(42)).toEqual([
        { ref: "main", auditedSha: "b", auditedSeq: 0 },
      ]);
    });
  });

  describe("which branches are trusted", () => {
    test("is not known at first", async () => {
      const { store } = await open();
      expect(await store.trust.branchesOf(42)).toBeUndefined();
      await store.trust.learn(42, { defaultBranch: "main", branches: [] });
      expect(await store.trust.branchesOf(42)).toEqual([{ ref: "main", auditedSeq: 0 }]);
    });

    test("is learnt: a new one is audited from its next push on, an old one no longer", async () => {
      const { store } = await open();
      await store.inbox.accept({ ...delivery("d1"), sightings: [{ ...pushed, ref: "release" }] });
      const [push] = (await store.trust.pushesOf(42, "release")).told;
      await store.trust.learn(42, { defaultBranch: "main", branches: ["release", "main"] });
      expect(await store.trust.branchesOf(42)).toEqual([
        { ref: "main", auditedSeq: 0 },
        { ref: "release", auditedSeq: push?.seq },
      ]);
      await store.trust.learn(42, { defaultBranch: "main", branches: [] });
      expect((await store.trust.branchesOf(42))?.map(({ ref }) => ref)).toEqual(["main"]);
      await store.trust.learn(42, { defaultBranch: "main", branches: ["release"] });
      expect((await store.trust.branchesOf(42))?.map(({ ref }) => ref)).toEqual([
        "main",
        "release",
      ]);
    });

    test("does not take an audit back that has come further", async () => {
      const { store } = await open();
      await store.work.enqueue(main);
      const claim = await store.work.claim();
      if (claim === undefined) throw new Error("nothing is due");
      await store.work.complete(claim, { audited: { ref: "main", sha: "b", seq: 3 } });
      await store.trust.learn(42, { defaultBranch: "main", branches: [] });
      expect(await store.trust.branchesOf(42)).toEqual([
        { ref: "main", auditedSha: "b", auditedSeq: 3 },
      ]);
    });

    test("begins with the push that is being audited, where that told of the branch", async () => {
      const { store } = await open();
      const current = { ref: "release", seq: 5 };
      await store.trust.learn(42, { defaultBranch: "main", branches: ["release"], current });
      expect(await store.trust.branchesOf(42)).toEqual([
        { ref: "main", auditedSeq: 0 },
        { ref: "release", auditedSeq: 4 },
      ]);
    });
  });
});

describeStores(sharedStoreFactories, "what was told of trust branches", ({ create, execute }) => {
  test.each(["merge_group", "branch_push"])(
    "the database refuses to change or delete a row of %s",
    async (table) => {
      const url = await create();
      const store = await openForTest(url);
      await store.inbox.accept({ ...delivery("d1"), sightings: [group, pushed] });
      await expect(execute(url, `update ${table} set repository_id = 1`)).rejects.toThrow(
        "append-only",
      );
      await expect(execute(url, `delete from ${table}`)).rejects.toThrow("append-only");
      expect(await execute(url, `select * from ${table}`)).toHaveLength(1);
    },
  );
});
