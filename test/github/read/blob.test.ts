import { expect, test } from "vitest";
import { readBlob } from "../../../src/github/read/blob.ts";
import type { TreeEntry } from "../../../src/github/read/repository-tree.ts";
import { github, githubClient, repository } from "../github-client.ts";

const entry = (sha: string, size: number): TreeEntry => ({
  path: "kortix.yaml",
  mode: "100644",
  type: "blob",
  sha,
  size,
});
const answer = (sha: string, text: string, size: number) => ({
  sha,
  content: Buffer.from(text).toString("base64"),
  encoding: "base64",
  size,
});

test("the bytes of a blob, asked for once", async () => {
  github()
    .get("/git/blobs/good")
    .reply(200, answer("good", "ok\n", 3));
  const client = await githubClient();
  expect((await readBlob(client, repository, entry("good", 3))).toString()).toBe("ok\n");
  expect((await readBlob(client, repository, entry("good", 3))).toString()).toBe("ok\n");
});

test("an answer of another size than it names is an error", async () => {
  github()
    .get("/git/blobs/short")
    .reply(200, answer("short", "", 12));
  await expect(readBlob(await githubClient(), repository, entry("short", 12))).rejects.toThrow(
    "GitHub sent 0 of the 12 bytes of `kortix.yaml`",
  );
});

test("an answer of another size than the tree names is an error", async () => {
  github()
    .get("/git/blobs/other")
    .reply(200, answer("other", "", 0));
  await expect(readBlob(await githubClient(), repository, entry("other", 12))).rejects.toThrow(
    "GitHub sent 0 of the 12 bytes of `kortix.yaml`",
  );
});

test("a file beyond GitHub's limit is not asked for", async () => {
  const huge = entry("huge", 100 * 1024 * 1024 + 1);
  await expect(readBlob(await githubClient(), repository, huge)).rejects.toThrow("100 MB");
});
