import { expect, test } from "vitest";
import type { DecisionEntry } from "../../../src/storage/decisions/decision-entry.ts";
import type { Judgement } from "../../../src/storage/decisions/judgement.ts";
import type { Store } from "../../../src/storage/store.ts";
import type { WorkSubject } from "../../../src/storage/work/work-subject.ts";
import { pullRequest, verdict } from "../samples.ts";
import { describeStores, FakeClock, openForTest, storeFactories } from "../store-factories.ts";

async function judge(store: Store, subject: WorkSubject, ...decisions: Judgement[]): Promise<void> {
  await store.work.enqueue(subject);
  const claim = await store.work.claim();
  if (claim === undefined) throw new Error("nothing is due");
  await store.work.complete(claim, { decisions });
}

async function logOf(store: Store, since: number): Promise<readonly DecisionEntry[]> {
  const lines: DecisionEntry[] = [];
  for await (const entry of store.decisions.exportSince(since)) lines.push(entry);
  return lines;
}

const branch: WorkSubject = {
  kind: "branch",
  installationId: 1,
  repositoryId: 42,
  owner: "acme",
  repo: "shop",
  ref: "refs/heads/main",
};

describeStores(storeFactories, "decision log", ({ create }) => {
  test("a verdict is logged with its claim and reads as it was written", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    const body = { reasons: ["stripe waits for `@acme/finance`", null, 1.5, true, "\ud800\u0000"] };
    await judge(store, pullRequest(7), { ...verdict("closed"), body });
    expect(await store.decisions.latestVerdict(42, 7)).toEqual({
      seq: 1,
      at: clock.at,
      kind: "verdict",
      repositoryId: 42,
      pullNumber: 7,
      headSha: "h",
      baseSha: "b",
      workKey: "42:pull-request:7",
      generation: 1,
      token: 1,
      verdict: "closed",
      body,
      previousHash: "",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test("the newest verdict is found by pull request and by commit", async () => {
    const store = await openForTest(create());
    await judge(store, pullRequest(7), verdict("closed", "h1"));
    await judge(store, pullRequest(7), verdict("open", "h1"));
    await judge(store, pullRequest(8), verdict("pending", "h1"));
    await judge(store, pullRequest(7), verdict("stale", "h2"));
    await judge(store, branch, verdict("group", "h3"));
    const { latestVerdict, latestVerdictOn } = store.decisions;
    const found = [
      await latestVerdict(42, 7),
      await latestVerdict(42, 9),
      await latestVerdict(43, 7),
      await latestVerdictOn(42, "h1"),
      await latestVerdictOn(42, "h1", 7),
      await latestVerdictOn(42, "h3"),
      await latestVerdictOn(42, "h3", 7),
      await latestVerdictOn(43, "h1"),
    ];
    expect(found.map((entry) => entry?.verdict)).toEqual([
      "stale",
      undefined,
      undefined,
      "pending",
      "open",
      "group",
      undefined,
      undefined,
    ]);
  });

  test("the first verdict on a commit of a pull request is found", async () => {
    const store = await openForTest(create());
    await judge(store, pullRequest(8), verdict("pending", "h1"));
    await judge(store, pullRequest(7), verdict("closed", "h1"));
    await judge(store, pullRequest(7), verdict("open", "h1"));
    const { firstVerdictOn } = store.decisions;
    expect((await firstVerdictOn(42, "h1", 7))?.verdict).toBe("closed");
    expect(await firstVerdictOn(42, "h2", 7)).toBeUndefined();
    expect(await firstVerdictOn(43, "h1", 7)).toBeUndefined();
  });

  test("the verdict that stood on a commit at a time is found", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    const first = clock.now();
    await judge(store, pullRequest(7), verdict("closed", "h1"));
    clock.pass(1_000);
    await judge(store, pullRequest(7), verdict("open", "h1"));
    await judge(store, pullRequest(8), verdict("pending", "h1"));
    const verdictAt = async (head: string, pullNumber: number, at: number) =>
      (await store.decisions.verdictAt(42, head, { pullNumber, at }))?.verdict;
    expect([
      await verdictAt("h1", 7, first - 1),
      await verdictAt("h1", 7, first),
      await verdictAt("h1", 7, first + 999),
      await verdictAt("h1", 7, first + 1_000),
      await verdictAt("h1", 8, first + 999),
      await verdictAt("h2", 7, first + 1_000),
    ]).toEqual([undefined, "closed", "closed", "open", undefined, undefined]);
  });

  test("a verdict stands since it could be seen, not since it was written down", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    await judge(store, pullRequest(7), verdict("closed", "h1"));
    clock.pass(10_000);
    await judge(store, pullRequest(7), {
      kind: "verdict",
      verdict: "open",
      headSha: "h1",
      shownForMs: 1_500,
      body: null,
    });
    const verdictAt = async (at: number) =>
      (await store.decisions.verdictAt(42, "h1", { pullNumber: 7, at }))?.verdict;
    expect(await verdictAt(clock.at - 1_501)).toBe("closed");
    expect(await verdictAt(clock.at - 1_500)).toBe("open");
  });

  test("incidents are logged with the work that found them, or without, and are no verdict", async () => {
    const store = await openForTest(create());
    const incident: Judgement = { kind: "incident", headSha: "m", body: "pushed past the gate" };
    await judge(store, branch, incident, { ...incident, baseSha: "b", pullNumber: 7 });
    await judge(store, pullRequest(8), incident);
    await store.decisions.append(42, incident);
    await store.decisions.append(42, { ...incident, baseSha: "b", pullNumber: 9 });
    const lines = await logOf(store, 0);
    expect(lines.map(({ pullNumber, workKey }) => [pullNumber, workKey])).toEqual([
      [undefined, "42:branch:refs/heads/main"],
      [7, "42:branch:refs/heads/main"],
      [8, "42:pull-request:8"],
      [undefined, undefined],
      [9, undefined],
    ]);
    expect(await store.decisions.latestVerdictOn(42, "m")).toBeUndefined();
  });

  test("the export holds every line from a time on, in order, however many there are", async () => {
    const clock = new FakeClock();
    const store = await openForTest(create(), { now: clock.now });
    const early = Array.from(
      { length: 10 },
      (): Judgement => ({ kind: "incident", headSha: "m", body: 0 }),
    );
    await judge(store, branch, ...early);
    clock.pass(1);
    const late = Array.from(
      { length: 1_000 },
      (_, body): Judgement => ({ kind: "incident", headSha: "m", body }),
    );
    await judge(store, branch, ...late);
    const lines = await logOf(store, clock.at);
    expect(lines.map(({ body }) => body)).toEqual(late.map(({ body }) => body));
    expect(await logOf(store, clock.at + 1)).toEqual([]);
  });
});
