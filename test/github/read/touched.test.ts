import { expect, test } from "vitest";
import type { RepositoryTree, TreeEntry } from "../../../src/github/read/repository-tree.ts";
import { mayTouchPolicy } from "../../../src/github/read/touched.ts";

type Entry = Partial<TreeEntry>;
function tree(entries: Readonly<Record<string, Entry>>): RepositoryTree {
  const whole = (path: string, entry: Entry): TreeEntry => ({
    path,
    mode: "100644",
    type: "blob",
    sha: "1",
    size: 1,
    ...entry,
  });
  return {
    commit: "c",
    entries: new Map(Object.entries(entries).map(([path, entry]) => [path, whole(path, entry)])),
  };
}

const base = { "kortix.yaml": {}, "a.md": {}, rules: { type: "tree", mode: "040000" } } as const;
const link = { mode: "120000", sha: "9" };

test.each<[string, Readonly<Record<string, Entry>>, boolean]>([
  ["nothing", base, false],
  ["a document", { ...base, "a.md": { sha: "2" } }, false],
  ["the folder of an edited document", { ...base, rules: { ...base.rules, sha: "2" } }, false],
  ["the manifest's content", { ...base, "kortix.yaml": { sha: "2" } }, true],
  ["the manifest's mode", { ...base, "kortix.yaml": { mode: "120000" } }, true],
  ["the manifest, gone", { "a.md": {}, rules: base.rules }, true],
  ["a case variant", { ...base, "Kortix.YAML": {} }, true],
  ["saved calls", { ...base, "calls/a.jsonl": {} }, true],
  ["saved calls, packed", { ...base, "calls/a.jsonl.gz": {}, "calls/b.JSON.zst": {} }, true],
  ["something else, packed", { ...base, "notes.md.gz": {} }, false],
  ["a new link of any name", { ...base, policies: link }, true],
  [
    "a folder that becomes a submodule",
    { ...base, rules: { type: "commit", mode: "160000" } },
    true,
  ],
])("%s", (_what, head, touches) => {
  expect(mayTouchPolicy(tree(base), tree(head))).toBe(touches);
});

test("what a link leads to that stands for a file of the policy may differ though the link does not", () => {
  const linked = tree({ ...base, "kortix.yaml": link, notes: link });
  expect(mayTouchPolicy(linked, tree({ ...base, "kortix.yaml": link, notes: link }))).toBe(true);
  expect(mayTouchPolicy(tree({ notes: link }), tree({ notes: link, "a.md": {} }))).toBe(false);
});
