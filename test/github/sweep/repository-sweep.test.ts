import { ProbotOctokit } from "probot";
import { expect, onTestFinished, test } from "vitest";
import { sweepRepository } from "../../../src/github/sweep/repository-sweep.ts";
import { spread } from "../../../src/github/sweep/spread.ts";
import { openStore } from "../../../src/storage/store.ts";
import { startScene } from "../../stand-in/scene.ts";

test("a spread lets a burst through, then one at a time, and saves up what is not used", () => {
  const spacing = spread({ burst: 2, everyMs: 10 });
  const take = (now: number, key = 1): number => spacing.take(key, now);
  expect([take(100), take(100), take(100), take(100)]).toEqual([100, 100, 110, 120]);
  expect(take(100, 2)).toBe(100);
  expect([take(125), take(1_000), take(1_000), take(1_000)]).toEqual([130, 1_000, 1_000, 1_010]);
});

test("every page of the open pull requests is read, and they are judged over time", async () => {
  const { github, repository, pull } = await startScene();
  onTestFinished(() => github.close());
  for (let number = 2; number <= 103; number += 1) {
    const branch = `change-${number}`;
    await github.commit({ repository, branch, author: "lena" });
    await github.openPullRequest({ repository, author: "lena", head: branch });
  }
  const now = Date.now();
  const store = await openStore("sqlite::memory:", { now: () => now });
  onTestFinished(() => store.close());
  const client = new ProbotOctokit({
    baseUrl: `${github.url}/api/v3`,
    auth: { token: github.tokenFor("acme") },
    retry: { enabled: false },
    throttle: { enabled: false },
  });
  const { data } = await client.rest.repos.get({ owner: "acme", repo: "agents" });
  const place = { installationId: 1, repositoryId: data.id, owner: "acme", repo: "agents" };
  const sweep = {
    store,
    github: client,
    repository: { ...place, defaultBranch: "main", pushedAt: data.pushed_at },
    memory: new Map(),
    spread: spread({ burst: 20, everyMs: 10_000 }),
    now,
  };
  expect(await sweepRepository(sweep)).toBe(103);
  const due = (await store.work.subjectsOf(1, data.id)).map(({ runAt }) => (runAt ?? 0) - now);
  expect(due.filter((wait) => wait === 0)).toHaveLength(20);
  expect(Math.max(...due)).toBe(830_000);
  const before = github.requests.length;
  expect(await sweepRepository(sweep)).toBe(0);
  expect(github.requests.slice(before).map(({ path }) => path)).toEqual([
    "/repos/acme/agents/pulls",
    "/repos/acme/agents/pulls",
  ]);
  expect(github.pullRequest(pull).number).toBe(1);
  expect(github.violations).toEqual([]);
});
