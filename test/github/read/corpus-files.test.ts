import { expect, test } from "vitest";
import { corpusEntries, readCorpusEntries } from "../../../src/github/read/corpus-files.ts";
import type { TreeEntry } from "../../../src/github/read/repository-tree.ts";
import { github, githubClient, repository } from "../github-client.ts";

const entry = (path: string, rest: Partial<TreeEntry> = {}): TreeEntry => ({
  path,
  mode: "100644",
  type: "blob",
  sha: path,
  size: 3,
  ...rest,
});

test("the files of saved calls are what the globs name, by path", () => {
  const entries = ["b.jsonl", "a.jsonl", "x/a.jsonl", "a.csv"].map((path) => entry(path));
  const tree = { commit: "c", entries: new Map(entries.map((one) => [one.path, one])) };
  const paths = (...globs: readonly string[]) =>
    corpusEntries({ tree, globs }).map(({ path }) => path);
  expect(paths("*.jsonl")).toEqual(["a.jsonl", "b.jsonl"]);
  expect(paths("**/a.jsonl")).toEqual(["a.jsonl", "x/a.jsonl"]);
  expect(paths()).toEqual([]);
});

test("a file that GitHub does not serve, a link and a submodule are named, and the others read", async () => {
  github()
    .get("/git/blobs/good.jsonl")
    .reply(200, { sha: "good.jsonl", content: btoa("{}\n"), encoding: "base64", size: 3 });
  const { files, faults } = await readCorpusEntries(await githubClient(), repository, [
    entry("large.jsonl.gz", { size: 100 * 1024 * 1024 + 1 }),
    entry("good.jsonl"),
    entry("link.jsonl", { mode: "120000" }),
    entry("module.jsonl", { mode: "160000", type: "commit" }),
  ]);
  expect(faults).toEqual([
    {
      path: "large.jsonl.gz",
      sha: "large.jsonl.gz",
      because: "are larger than the 100 MB that GitHub serves",
      help: "compact them (`countersign corpus compact`), pack them (`.gz`, `.zst`), or write several files",
    },
    { path: "link.jsonl", sha: "link.jsonl", because: "are no regular file" },
    { path: "module.jsonl", sha: "module.jsonl", because: "are no regular file" },
  ]);
  const texts = await Promise.all(
    files.map(async ({ chunks }) => {
      const read: Uint8Array[] = [];
      for await (const chunk of chunks()) read.push(chunk);
      return Buffer.concat(read).toString();
    }),
  );
  expect(texts).toEqual(["{}\n"]);
});
