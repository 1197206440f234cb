import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { oneAtATime } from "../../../src/github/jobs/one-at-a-time.ts";
import { openStore } from "../../../src/storage/store.ts";
import type { Claim } from "../../../src/storage/work/claim.ts";

const subject = {
  kind: "pull-request",
  installationId: 1,
  repositoryId: 42,
  owner: "a",
  repo: "b",
} as const;

test("a task waits while another instance has the turn for its commit", async () => {
  const store = await openStore("sqlite::memory:");
  for (const number of [1, 2]) await store.work.enqueue({ ...subject, number });
  const elsewhere = await store.work.claim();
  const here = await store.work.claim();
  if (elsewhere === undefined || here === undefined) throw new Error("nothing was due");
  await store.work.takeCommit(elsewhere, "aaaa");
  let judged = false;
  const waiting = oneAtATime(store.work, { claim: here, headSha: "aaaa" }, async () => {
    judged = true;
  });
  await sleep(400);
  expect(judged).toBe(false);
  await store.work.complete(elsewhere);
  await waiting;
  expect(judged).toBe(true);
  await store.close();
});

const free = { takeCommit: async () => true } as unknown as Parameters<typeof oneAtATime>[0];
const on = (headSha: string) => ({
  claim: { subject: { ...subject, number: 1 } } as Claim,
  headSha,
});

test("tasks of one key follow each other, those of another key do not wait, and an error stays with its task", async () => {
  const seen: string[] = [];
  const task = (name: string, ms: number) => async (): Promise<string> => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    if (name === "second") throw new Error(name);
    return name;
  };
  const first = oneAtATime(free, on("a"), task("first", 20));
  const second = oneAtATime(free, on("a"), task("second", 1));
  const third = oneAtATime(free, on("a"), task("third", 1));
  const other = oneAtATime(free, on("b"), task("other", 1));
  expect(await Promise.allSettled([first, second, third, other])).toMatchObject([
    { value: "first" },
    { reason: { message: "second" } },
    { value: "third" },
    { value: "other" },
  ]);
  expect(seen.filter((line) => !line.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
    "third begins",
    "third ends",
  ]);
  expect(seen.indexOf("other ends")).toBeLessThan(seen.indexOf("first ends"));
});
