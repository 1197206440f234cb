import { expect, test } from "vitest";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

describeStores(storeFactories, "publications", ({ create }) => {
  test("nothing is ours before something was written", async () => {
    const { publications } = await openForTest(create());
    expect(await publications.publicationOf(42, 7)).toEqual({
      commentIsAnnounced: false,
      checkRuns: new Map(),
    });
    expect(await publications.checkRunOn(42, "h1")).toBeUndefined();
  });

  test("a comment is remembered as it was written last", async () => {
    const { publications } = await openForTest(create());
    const comment = { repositoryId: 42, pullNumber: 7, commentId: 1, commentDigest: "c1" };
    await publications.rememberComment(comment);
    await publications.rememberComment({ ...comment, commentId: 2, commentDigest: "c2" });
    expect(await publications.publicationOf(42, 7)).toEqual({
      commentId: 2,
      commentDigest: "c2",
      commentIsAnnounced: false,
      checkRuns: new Map(),
    });
    expect(await publications.publicationOf(42, 8)).toEqual({
      commentIsAnnounced: false,
      checkRuns: new Map(),
    });
  });

  test("a comment that was about to be created is remembered until its id is known", async () => {
    const { publications } = await openForTest(create());
    const place = { repositoryId: 42, pullNumber: 7 };
    await publications.announceComment(place);
    const announced = { commentIsAnnounced: true, checkRuns: new Map() };
    expect(await publications.publicationOf(42, 7)).toEqual(announced);
    const comment = { ...place, commentId: 1, commentDigest: "c1" };
    await publications.rememberComment(comment);
    await publications.announceComment(place);
    expect(await publications.publicationOf(42, 7)).toMatchObject({
      commentId: 1,
      commentIsAnnounced: false,
    });
  });

  test("a check run that was about to be created is remembered without an id", async () => {
    const { publications } = await openForTest(create());
    await publications.rememberCheckRun({ repositoryId: 42, pullNumber: 7, headSha: "h1" }, {});
    expect(await publications.checkRunOn(42, "h1")).toEqual({});
  });

  test("what the check runs on a commit say is forgotten, and nothing else of them", async () => {
    const { publications } = await openForTest(create());
    const green = { checkRunId: 1, conclusion: "success" };
    const place = { repositoryId: 42, headSha: "h1" };
    await publications.rememberCheckRun({ ...place, pullNumber: 7 }, { ...green, digest: "o" });
    await publications.rememberCheckRun({ ...place, headSha: "h2" }, { ...green, digest: "o" });
    await publications.forgetOutput(place);
    expect(await publications.checkRunOn(42, "h1")).toEqual(green);
    expect(await publications.checkRunOn(42, "h2")).toEqual({ ...green, digest: "o" });
  });

  test("check runs are remembered for each head as they were written last", async () => {
    const { publications } = await openForTest(create());
    const first = { repositoryId: 42, pullNumber: 7, headSha: "h1" };
    await publications.rememberCheckRun(first, { checkRunId: 1 });
    await publications.rememberCheckRun(first, {
      checkRunId: 1,
      conclusion: "success",
      digest: "o",
    });
    await publications.rememberCheckRun({ ...first, headSha: "h2" }, { checkRunId: 2 });
    const { checkRuns } = await publications.publicationOf(42, 7);
    expect(Object.fromEntries(checkRuns)).toEqual({
      h1: { checkRunId: 1, conclusion: "success", digest: "o" },
      h2: { checkRunId: 2 },
    });
  });

  test("a commit has the check run that was remembered last, for whichever pull request", async () => {
    const clock = new FakeClock();
    const { publications } = await openForTest(create(), { now: clock.now });
    const places = [
      { repositoryId: 42, headSha: "h1", pullNumber: 7 },
      { repositoryId: 42, headSha: "h1" },
      { repositoryId: 43, headSha: "h1", pullNumber: 7 },
    ];
    for (const [index, place] of places.entries()) {
      await publications.rememberCheckRun(place, { checkRunId: index + 1 });
      clock.pass(1);
    }
    expect(await publications.checkRunOn(42, "h1")).toEqual({ checkRunId: 2 });
    expect((await publications.publicationOf(42, 7)).checkRuns.get("h1")).toEqual({
      checkRunId: 1,
    });
  });

  test("of two that were remembered at the same time, one that is there comes before one that may be", async () => {
    const clock = new FakeClock();
    const { publications } = await openForTest(create(), { now: clock.now });
    const place = { repositoryId: 42, headSha: "h1" };
    await publications.rememberCheckRun({ ...place, pullNumber: 7 }, { checkRunId: 1 });
    await publications.rememberCheckRun({ ...place, pullNumber: 8 }, {});
    expect(await publications.checkRunOn(42, "h1")).toEqual({ checkRunId: 1 });
  });
});
