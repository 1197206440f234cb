import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Scene, startScene } from "./scene.ts";

let scene: Scene;
const repository = "acme/agents";
beforeAll(async () => {
  scene = await startScene({ limits: { treeEntries: 3, blobBytes: 2_000_000 } });
  await scene.github.commit({
    repository,
    branch: "odd",
    author: "lena",
    files: {
      "docs/link.md": { symlink: "../kortix.yaml" },
      "docs/lost.md": { symlink: "nowhere" },
      "docs/sub": { submodule: "1".repeat(40) },
      "docs/run.sh": { executable: "#!/bin/sh\n" },
      "docs/large.md": "x".repeat(1_100_000),
      "docs/huge.md": "x".repeat(2_000_001),
    },
  });
});
afterAll(async () => {
  expect(scene.github.violations).toEqual([]);
  await scene.github.close();
});

describe("the contents API has its traps", () => {
  const contents = async (path: string) =>
    (await scene.api("GET", `/repos/${repository}/contents/${path}?ref=odd`)).body;

  test("a link to a file is followed", async () => {
    const link = await contents("docs/link.md");
    expect([link.type, Buffer.from(link.content, "base64").toString()]).toEqual([
      "file",
      "rules: []\n",
    ]);
    expect(await contents("docs/lost.md")).toMatchObject({ type: "symlink", target: "nowhere" });
  });

  test("a large file has no content", async () => {
    expect(await contents("docs/large.md")).toMatchObject({
      content: "",
      encoding: "none",
      size: 1_100_000,
    });
  });

  test("a folder is a list, in which a submodule is a file", async () => {
    const types = (await contents("docs")).map(({ name, type }: { name: string; type: string }) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(types)).toMatchObject({
      sub: "file",
      "link.md": "symlink",
      "a.md": "file",
    });
    expect((await contents("docs/sub")).type).toBe("submodule");
  });
});

test("trees tell modes, and are cut with a flag when they are too large", async () => {
  const { body } = await scene.api("GET", `/repos/${repository}/git/trees/odd`);
  expect(body.truncated).toBe(false);
  const docs = body.tree.find(({ path }: { path: string }) => path === "docs");
  expect(docs).toMatchObject({ mode: "040000", type: "tree" });
  const cut = await scene.api("GET", `/repos/${repository}/git/trees/${docs.sha}`);
  expect([cut.body.truncated, cut.body.tree.length]).toEqual([true, 3]);
});

test("a blob beyond the limit is refused; an odd name is not a blob's", async () => {
  const whole = await scene.api("GET", `/repos/${repository}/contents/docs?ref=odd`);
  const { sha } = whole.body.find(({ name }: { name: string }) => name === "huge.md");
  expect((await scene.api("GET", `/repos/${repository}/git/blobs/${sha}`)).status).toBe(403);
  expect((await scene.api("GET", `/repos/${repository}/git/blobs/main`)).status).toBe(422);
  expect((await scene.api("GET", `/repos/${repository}/git/blobs/${"0".repeat(40)}`)).status).toBe(
    404,
  );
});
