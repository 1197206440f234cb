import { expect, test } from "vitest";
import { readMergeResult } from "../../../src/github/read/merge-result.ts";
import type { PullRequest } from "../../../src/github/read/pull-request.ts";
import { github, githubClient, repository } from "../github-client.ts";

const baseTip = "tip";
const pull: PullRequest = {
  number: 7,
  state: "open",
  merged: false,
  author: { id: 5, login: "lena", kind: "user" },
  headSha: "head",
  headLabel: "acme:loosen",
  baseRef: "main",
  defaultBranch: "main",
  mergeable: true,
  mergeSha: "merge",
  requestedUsers: [],
  requestedTeams: [],
};
let last = 300;

/** Comparisons are remembered by repository, so each question is asked of a repository of its own. */
async function ask(more: Partial<PullRequest> = {}): ReturnType<typeof readMergeResult> {
  last += 1;
  const own = { ...repository, id: last };
  return await readMergeResult(await githubClient(), own, { pull: { ...pull, ...more }, baseTip });
}

const compared = (mergeBase: string) =>
  github()
    .get("/compare/tip...head?per_page=100&page=1")
    .reply(200, { merge_base_commit: { sha: mergeBase }, total_commits: 0, commits: [] });

test("a head that has all of the base is what a merge gives, without asking further", async () => {
  compared("tip");
  expect(await ask()).toEqual({ kind: "merge", sha: "head" });
});

test("a head that left the base earlier is merged by GitHub's own test merge", async () => {
  compared("older")
    .get("/commits/merge")
    .reply(200, { sha: "merge", parents: [{ sha: "tip" }, { sha: "head" }] });
  expect(await ask()).toEqual({ kind: "merge", sha: "merge" });
});

test.each([
  ["an older base", [{ sha: "older" }, { sha: "head" }]],
  ["an older head", [{ sha: "tip" }, { sha: "other" }]],
  ["one parent alone", [{ sha: "tip" }]],
])("a test merge of %s says nothing", async (_what, parents) => {
  compared("older").get("/commits/merge").reply(200, { sha: "merge", parents });
  expect(await ask()).toEqual({
    kind: "not-yet",
    because: "GitHub's test merge is of an older base or head",
  });
});

test("nothing is known before GitHub says whether a merge is possible, also of an older merge that it names", async () => {
  expect((await ask({ mergeable: null })).kind).toBe("not-yet");
});

test("nothing is known without a test merge that is needed", async () => {
  compared("older");
  expect((await ask({ mergeSha: null })).kind).toBe("not-yet");
});

test("a conflict is a conflict", async () => {
  expect(await ask({ mergeable: false })).toEqual({ kind: "conflict" });
});
