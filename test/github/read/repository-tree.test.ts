import nock from "nock";
import { expect, test } from "vitest";
import { readTree } from "../../../src/github/read/repository-tree.ts";
import { github, githubClient, repository } from "../github-client.ts";

const blob = (path: string) => ({ path, mode: "100644", type: "blob", sha: `b-${path}`, size: 1 });
const folder = (path: string) => ({ path, mode: "040000", type: "tree", sha: `t-${path}` });
const answer = (tree: readonly object[], truncated = false) => ({ sha: "t", tree, truncated });

test("a tree that GitHub cuts is walked folder by folder, so that nothing in it hides", async () => {
  github()
    .get("/git/trees/cut?recursive=1")
    .reply(200, answer([blob("a.md")], true))
    .get("/git/trees/cut")
    .reply(200, answer([blob("a.md"), folder("deep"), folder("flat")]))
    .get("/git/trees/t-deep?recursive=1")
    .reply(200, answer([], true))
    .get("/git/trees/t-deep")
    .reply(200, answer([blob("kortix.yaml"), folder("er")]))
    .get("/git/trees/t-er?recursive=1")
    .reply(200, answer([blob("rules.yaml")]))
    .get("/git/trees/t-flat?recursive=1")
    .reply(200, answer([blob("x.yaml")]));
  const { entries } = await readTree(await githubClient(), repository, "cut");
  expect([...entries.keys()]).toEqual([
    "a.md",
    "deep",
    "deep/kortix.yaml",
    "deep/er",
    "deep/er/rules.yaml",
    "flat",
    "flat/x.yaml",
  ]);
  expect(entries.get("deep/er/rules.yaml")).toMatchObject({ path: "deep/er/rules.yaml", size: 1 });
  expect(nock.isDone()).toBe(true);
});

test("a folder of which GitHub does not list everything is an error", async () => {
  github()
    .get("/git/trees/huge?recursive=1")
    .reply(200, answer([], true))
    .get("/git/trees/huge")
    .reply(200, answer([blob("a")], true));
  await expect(readTree(await githubClient(), repository, "huge")).rejects.toThrow(
    "has more entries than GitHub lists",
  );
});

test("an entry of an unknown type is an error", async () => {
  github()
    .get("/git/trees/odd?recursive=1")
    .reply(200, answer([{ ...blob("a"), type: "portal" }]));
  await expect(readTree(await githubClient(), repository, "odd")).rejects.toThrow("`portal`");
});

test("a tree is read once, and an error is not remembered", async () => {
  github()
    .get("/git/trees/once?recursive=1")
    .reply(502)
    .get("/git/trees/once?recursive=1")
    .reply(200, answer([blob("a")]));
  const client = await githubClient();
  await expect(readTree(client, repository, "once")).rejects.toThrow();
  const first = await readTree(client, repository, "once");
  expect(await readTree(client, repository, "once")).toBe(first);
});
