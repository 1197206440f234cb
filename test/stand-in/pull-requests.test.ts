import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PullName } from "./pull-requests.ts";
import { type Scene, startScene } from "./scene.ts";

let scene: Scene;
const repository = "acme/agents";
beforeEach(async () => {
  scene = await startScene({ limits: { pullCommits: 3 } });
});
afterEach(async () => {
  expect(scene.github.violations).toEqual([]);
  await scene.github.close();
});

describe("the test merge", () => {
  test("has exactly the base's tip and the head as parents", async () => {
    const base = await scene.github.commit({
      repository,
      branch: "main",
      files: { "docs/a.md": "b\n" },
    });
    const { body } = await read(scene.pull);
    expect(body.mergeable).toBe(true);
    const merge = await scene.api("GET", `/repos/acme/agents/commits/${body.merge_commit_sha}`);
    expect(merge.body.parents.map(({ sha }: { sha: string }) => sha)).toEqual([base, scene.head]);
    const tree = await scene.api(
      "GET",
      `/repos/acme/agents/git/trees/${body.merge_commit_sha}?recursive=1`,
    );
    expect(
      tree.body.tree.map(({ path, type }: { path: string; type: string }) => [path, type]),
    ).toEqual([
      ["docs", "tree"],
      ["docs/a.md", "blob"],
      ["kortix.yaml", "blob"],
    ]);
  });

  test("is `null` for as many reads as wanted, and shows the last one meanwhile", async () => {
    const first = (await read(scene.pull)).body.merge_commit_sha;
    scene.github.setPendingMergeableReads(2);
    await push("2");
    const reads = [await read(scene.pull), await read(scene.pull), await read(scene.pull)];
    expect(reads.map(({ body }) => [body.mergeable, body.merge_commit_sha === first])).toEqual([
      [null, true],
      [null, true],
      [true, false],
    ]);
  });

  test("conflicts when both sides changed the same line", async () => {
    await scene.github.commit({
      repository,
      branch: "main",
      files: { "kortix.yaml": "rules: [two]\n" },
    });
    expect((await read(scene.pull)).body).toMatchObject({
      mergeable: false,
      mergeable_state: "dirty",
    });
  });
});

describe("approvals", () => {
  beforeEach(async () => {
    await scene.github.submitReview({ pull: scene.pull, user: "maria", state: "COMMENTED" });
    await scene.github.submitReview({ pull: scene.pull, user: "maria", state: "APPROVED" });
  });

  test("follow a force-push with the same patch; comments stay behind", async () => {
    await scene.github.commit({ repository, branch: "main", files: { "docs/a.md": "b\n" } });
    const head = await scene.github.rebase({ pull: scene.pull, as: "lena" });
    expect(await commitIds()).toEqual([scene.head, head]);
  });

  test("stay behind when the patch is another one", async () => {
    const sha = scene.github.writeCommit({
      repository,
      branch: "main",
      author: "lena",
      files: { "kortix.yaml": "rules: [other]\n" },
    });
    await scene.github.forcePush({ repository, user: "lena", branch: "loosen", sha });
    expect(await commitIds()).toEqual([scene.head, scene.head]);
  });

  test("of a deleted account show nobody", async () => {
    scene.github.deleteUser("maria");
    const { body } = await scene.api("GET", "/repos/acme/agents/pulls/1/reviews");
    expect(body.map(({ user }: { user: unknown }) => user)).toEqual([null, null]);
  });

  test("cannot come from the author", async () => {
    const own = { pull: scene.pull, user: "lena", state: "APPROVED" } as const;
    await expect(scene.github.submitReview(own)).rejects.toThrow("on your own pull request");
  });

  const commitIds = async (): Promise<string[]> => {
    const { body } = await scene.api("GET", "/repos/acme/agents/pulls/1/reviews");
    return body.map(({ commit_id }: { commit_id: string }) => commit_id);
  };
});

describe("the base", () => {
  test("keeps its old tip in the pull request while the branch moves on", async () => {
    const before = scene.github.shaOf(repository, "main");
    const after = await scene.github.commit({ repository, branch: "main", files: { x: "1" } });
    expect((await read(scene.pull)).body.base.sha).toBe(before);
    await push("2");
    expect((await read(scene.pull)).body.base.sha).toBe(after);
  });

  test("that receives the head by another way has merged the pull request", async () => {
    const twin = await scene.github.openPullRequest({ repository, author: "lena", head: "loosen" });
    await scene.github.merge({ pull: twin, as: "lena" });
    expect((await read(scene.pull)).body).toMatchObject({ state: "closed", merged: true });
  });
});

test.each(["merge", "squash", "rebase"] as const)(
  "%s brings the change to the base",
  async (method) => {
    await scene.github.commit({ repository, branch: "main", files: { "docs/a.md": "b\n" } });
    const tip = await scene.github.merge({ pull: scene.pull, as: "lena", method });
    expect(scene.github.shaOf(repository, "main")).toBe(tip);
    const { body } = await scene.api("GET", "/repos/acme/agents/contents/kortix.yaml");
    expect(Buffer.from(body.content, "base64").toString()).toBe("rules: [one]\n");
    const parents = (await scene.api("GET", `/repos/acme/agents/commits/${tip}`)).body.parents;
    expect(parents).toHaveLength(method === "merge" ? 2 : 1);
    const branch = await scene.github.revert({ pull: scene.pull, as: "lena" });
    const undone = await scene.api("GET", `/repos/acme/agents/contents/kortix.yaml?ref=${branch}`);
    expect(Buffer.from(undone.body.content, "base64").toString()).toBe("rules: []\n");
  },
);

test("commits come in pages, with GitHub's limit over all of them", async () => {
  for (const x of ["1", "2", "3"]) await push(x);
  const first = await scene.api("GET", "/repos/acme/agents/pulls/1/commits?per_page=2");
  expect(first.body).toHaveLength(2);
  expect(first.headers.get("link")).toBe(
    `<${scene.github.url}/api/v3/repos/acme/agents/pulls/1/commits?per_page=2&page=2>; rel="next", ` +
      `<${scene.github.url}/api/v3/repos/acme/agents/pulls/1/commits?per_page=2&page=2>; rel="last"`,
  );
  const second = await scene.api("GET", "/repos/acme/agents/pulls/1/commits?per_page=2&page=2");
  expect(second.body).toHaveLength(1);
  expect((await read(scene.pull)).body.commits).toBe(4);
  const compared = await scene.api("GET", "/repos/acme/agents/compare/main...loosen");
  expect(compared.body).toMatchObject({
    status: "ahead",
    ahead_by: 4,
    behind_by: 0,
    total_commits: 4,
  });
});

test("a commit by an unknown address has no account", async () => {
  await scene.github.commit({
    repository,
    branch: "loosen",
    author: { name: "Somebody", email: "nobody@nowhere.test" },
    committer: "lena",
    pusher: "lena",
    files: { x: "1" },
  });
  const { body } = await scene.api("GET", "/repos/acme/agents/commits/loosen");
  expect([body.author, body.committer.login]).toEqual([null, "lena"]);
});

test("a fork's pull request shows the fork, then nothing once it is deleted", async () => {
  scene.github.createUser({ login: "eve" });
  scene.github.createFork({ repository, owner: "eve" });
  await scene.github.commit({
    repository: "eve/agents",
    branch: "evil",
    author: "eve",
    files: { x: "1" },
  });
  const pull = await scene.github.openPullRequest({
    repository,
    author: "eve",
    head: "evil",
    fromFork: true,
  });
  expect((await read(pull)).body.head.repo.full_name).toBe("eve/agents");
  scene.github.deleteRepository("eve/agents");
  const { body } = await read(pull);
  expect(body.head.repo).toBeNull();
  const ref = await scene.api("GET", `/repos/acme/agents/git/ref/pull/${pull.number}/head`);
  expect(ref.body.object.sha).toBe(body.head.sha);
});

describe("the list", () => {
  test.each([
    ["", [2, 1]],
    ["?base=main", [1]],
    ["?base=release", [2]],
    ["?head=acme:loosen", [1]],
    ["?state=closed", []],
    ["?state=all&direction=asc", [1, 2]],
  ])("%s", async (query, numbers) => {
    await scene.github.commit({ repository, branch: "release", files: { r: "1" } });
    await scene.github.commit({ repository, branch: "other", author: "lena", files: { y: "1" } });
    await scene.github.openPullRequest({
      repository,
      author: "lena",
      head: "other",
      base: "release",
    });
    const { body } = await scene.api("GET", `/repos/acme/agents/pulls${query}`);
    expect(body.map(({ number }: { number: number }) => number)).toEqual(numbers);
  });
});

test("a merge queue builds a group on the groups before it, and lands it", async () => {
  await scene.github.requireCheck({ repository, from: "ours", mergeQueue: true });
  const green = (sha: string) =>
    scene.api("POST", "/repos/acme/agents/check-runs", {
      name: "countersign",
      head_sha: sha,
      conclusion: "success",
    });
  const other = await scene.github.commit({
    repository,
    branch: "other",
    author: "lena",
    files: { y: "1" },
  });
  const second = await scene.github.openPullRequest({ repository, author: "lena", head: "other" });
  await expect(scene.github.enqueue({ pull: scene.pull, as: "lena" })).rejects.toThrow(
    "waiting to be reported",
  );
  for (const sha of [scene.head, other]) await green(sha);
  const main = scene.github.shaOf(repository, "main");
  const one = await scene.github.enqueue({ pull: scene.pull, as: "lena" });
  const two = await scene.github.enqueue({ pull: second, as: "lena" });
  expect([one.baseSha, two.baseSha]).toEqual([main, one.headSha]);
  expect(one.ref).toBe(`refs/heads/gh-readonly-queue/main/pr-1-${main}`);
  const land = () => scene.github.mergeQueue({ repository, pull: scene.pull });
  await expect(land()).rejects.toThrow("waiting to be reported");
  await green(one.headSha);
  expect(await land()).toBe(one.headSha);
  expect(scene.github.shaOf(repository, "main")).toBe(one.headSha);
});

function read(pull: PullName) {
  return scene.api("GET", `/repos/acme/agents/pulls/${pull.number}`);
}

function push(x: string): Promise<string> {
  return scene.github.commit({ repository, branch: "loosen", author: "lena", files: { x } });
}
