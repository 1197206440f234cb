import { expect, test } from "vitest";
import type { Repository } from "../../../src/github/client.ts";
import { isCleanMerge } from "../../../src/github/read/clean-merge.ts";
import { github, githubClient, repository } from "../github-client.ts";

type Tree = Readonly<Record<string, string>>;
interface Case {
  readonly merge: Tree;
  readonly ours?: Tree;
  readonly theirs?: Tree;
}

const base: Tree = { "a.yaml": "1", "b.yaml": "1", "c.yaml": "1" };
const ours: Tree = { ...base, "a.yaml": "2" };
const theirs: Tree = { ...base, "b.yaml": "2", "c.yaml": "2" };
let last = 100;

/** Trees are remembered by repository and commit, so each question is asked of a repository of its own. */
async function ask(trees: Case): Promise<boolean> {
  last += 1;
  const own: Repository = { ...repository, id: last };
  const scope = github()
    .get("/compare/ours...theirs?per_page=100&page=1")
    .reply(200, { merge_base_commit: { sha: "base" }, total_commits: 0, commits: [] });
  const all = { base, ours, theirs, ...trees };
  for (const [sha, tree] of Object.entries(all)) {
    const entries = Object.entries(tree).map(([path, blob]) => ({
      path,
      mode: "100644",
      type: "blob",
      sha: blob,
      size: 1,
    }));
    scope.get(`/git/trees/${sha}?recursive=1`).reply(200, {
      sha,
      truncated: false,
      tree: [...entries, { path: "docs", mode: "040000", type: "tree", sha: `${sha}-docs` }],
    });
  }
  return await isCleanMerge(await githubClient(), own, {
    sha: "merge",
    parents: ["ours", "theirs"],
  });
}

test("a merge that takes each side's own changes is git's own", async () => {
  expect(await ask({ merge: { "a.yaml": "2", "b.yaml": "2", "c.yaml": "2" } })).toBe(true);
});

test.each<[string, Case]>([
  ["brings something of neither side", { merge: { "a.yaml": "2", "b.yaml": "3", "c.yaml": "2" } }],
  ["drops what one side changed", { merge: { "a.yaml": "1", "b.yaml": "2", "c.yaml": "2" } }],
  ["drops a file", { merge: { "a.yaml": "2", "b.yaml": "2" } }],
  ["adds a file", { merge: { "a.yaml": "2", "b.yaml": "2", "c.yaml": "2", "d.yaml": "1" } }],
  [
    "settles a file that both sides changed",
    { ours: { ...ours, "c.yaml": "3" }, merge: { "a.yaml": "2", "b.yaml": "2", "c.yaml": "3" } },
  ],
])("a merge that %s is somebody's work", async (_what, trees) => {
  expect(await ask(trees)).toBe(false);
});
