import { expect, test } from "vitest";
import type { SetupProblem } from "../../src/report/review/setup-problem.ts";
import { pullRequest } from "./samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

const deaf: SetupProblem = { kind: "event-missing", event: "push" };
const open: SetupProblem = { kind: "check-not-required", branch: "main" };
const installation = { installationId: 1, repositoryId: 0 };
const repository = { installationId: 1, repositoryId: 42 };

describeStores(storeFactories, "setup problems", ({ create }) => {
  test("a repository has its own and those of its installation, and of no other", async () => {
    const store = await openForTest(create());
    await store.work.enqueue(pullRequest(7));
    const { setupProblems } = store;
    expect(await setupProblems.record(installation, [deaf])).toEqual({ changed: true });
    expect(await setupProblems.record(repository, [open])).toEqual({ changed: true });
    await setupProblems.record({ installationId: 2, repositoryId: 0 }, [deaf, deaf]);
    await setupProblems.record({ installationId: 2, repositoryId: 42 }, [deaf, deaf]);
    expect(await setupProblems.of(42)).toEqual([deaf, open]);
    expect(await setupProblems.of(43)).toEqual([]);
    expect(await setupProblems.record(repository, [open])).toEqual({ changed: false });
    expect(await setupProblems.record(repository, [])).toEqual({ changed: true });
    expect(await setupProblems.of(42)).toEqual([deaf]);
    expect(await setupProblems.all()).toEqual([
      { ...installation, problems: [deaf] },
      { installationId: 2, repositoryId: 0, problems: [deaf, deaf] },
      { installationId: 2, repositoryId: 42, problems: [deaf, deaf] },
    ]);
    await setupProblems.forget(2, 42);
    await setupProblems.forget(1);
    expect(await setupProblems.all()).toMatchObject([{ installationId: 2, repositoryId: 0 }]);
  });

  test("what is in doubt is to be checked again, and stands until then", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    await store.work.enqueue(pullRequest(7));
    const { setupProblems } = store;
    expect(await setupProblems.checkedAt(repository)).toBeUndefined();
    await setupProblems.record(repository, [open]);
    expect(await setupProblems.checkedAt(repository)).toBe(clock.at);
    expect(await setupProblems.doubted(1)).toEqual([]);
    await setupProblems.doubt(repository);
    await setupProblems.doubt({ installationId: 1, repositoryId: 43 });
    expect(await setupProblems.checkedAt(repository)).toBeUndefined();
    expect([...(await setupProblems.doubted(1))].sort()).toEqual([42, 43]);
    expect(await setupProblems.of(42)).toEqual([open]);
  });
});
