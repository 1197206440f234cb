import { expect, test } from "vitest";
import { readCommits } from "../../../src/github/read/commits.ts";
import { github, githubClient, repository } from "../github-client.ts";

const lena = { id: 5, login: "lena", type: "User" };
const commit = (sha: string, more: object = {}) => ({
  sha,
  author: lena,
  committer: lena,
  commit: { message: "Change" },
  parents: [{ sha: "p" }],
  ...more,
});
const page = (number: number) => `/compare/base...head?per_page=100&page=${number}`;
const range = { base: "base", head: "head" };
const mergeBase = { merge_base_commit: { sha: "base" } };
let last = 200;

/** Comparisons are remembered by repository, so each question is asked of a repository of its own. */
async function ask(): ReturnType<typeof readCommits> {
  last += 1;
  return await readCommits(await githubClient(), { ...repository, id: last }, range);
}

test("all pages of commits, with the people that GitHub can name", async () => {
  const message =
    "Change\n\nCo-authored-by: Maria <7+maria@users.noreply.github.com>\nco-authored-by: Otto <otto@acme.test>\n";
  github()
    .get(page(1))
    .reply(200, {
      ...mergeBase,
      total_commits: 2,
      commits: [commit("a", { author: null, committer: {} })],
    })
    .get(page(2))
    .reply(200, {
      ...mergeBase,
      total_commits: 2,
      commits: [commit("b", { commit: { message } })],
    });
  const person = { id: 5, login: "lena", kind: "user" };
  expect(await ask()).toEqual([
    { sha: "a", author: null, committer: null, coAuthors: [], parents: ["p"], cleanMerge: false },
    {
      sha: "b",
      author: person,
      committer: person,
      coAuthors: [{ id: 7, login: "maria", kind: "user" }],
      parents: ["p"],
      cleanMerge: false,
    },
  ]);
});

test("more than 250 commits are an error", async () => {
  github()
    .get(page(1))
    .reply(200, { ...mergeBase, total_commits: 251, commits: [] });
  await expect(ask()).rejects.toThrow("the change has 251 commits; at most 250 are judged");
});

test("a list that is shorter than GitHub says is an error, not a short list", async () => {
  github()
    .get(page(1))
    .reply(200, { ...mergeBase, total_commits: 3, commits: [commit("a"), commit("b")] })
    .get(page(2))
    .reply(200, { ...mergeBase, total_commits: 3, commits: [] });
  await expect(ask()).rejects.toThrow("GitHub lists 2 of 3 commits");
});

test("a list that was read is not read again for a while", async () => {
  github()
    .get(page(1))
    .reply(200, { ...mergeBase, total_commits: 1, commits: [commit("a")] });
  const client = await githubClient();
  const own = { ...repository, id: 199 };
  const first = await readCommits(client, own, range);
  expect(await readCommits(client, own, range)).toEqual(first);
});
