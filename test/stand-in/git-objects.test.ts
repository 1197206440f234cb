import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flatten, withFiles, writeFlatTree } from "./file-tree.ts";
import { type Objects, writeBlob, writeCommit } from "./git-objects.ts";
import { commitsBetween, isAncestor, mergeBase } from "./history.ts";
import { mergeLines } from "./three-way.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stand-in-git-"));
  git(["init", "--quiet", "."]);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("objects have git's own ids", () => {
  test("a blob", () => {
    const bytes = Buffer.from("rules: []\n\0é");
    expect(writeBlob(new Map(), bytes)).toBe(git(["hash-object", "--stdin"], bytes));
  });

  test("nested trees of all modes, and a commit on them", () => {
    const objects: Objects = new Map();
    const tree = writeFlatTree(
      objects,
      withFiles(objects, new Map(), {
        "foo/bar": "1",
        "foo.txt": "2",
        foo0: { executable: "3" },
        link: { symlink: "foo.txt" },
        sub: { submodule: "1".repeat(40) },
        "a/b/c/d": new Uint8Array([0, 255]),
      }),
    );
    const index = [...flatten(objects, tree)].map(
      ([path, { mode, sha }]) => `${mode} ${sha}\t${path}\n`,
    );
    for (const object of objects.values()) {
      if (object.kind === "blob") git(["hash-object", "-w", "--stdin"], object.bytes);
    }
    git(["update-index", "--index-info"], index.join(""));
    expect(git(["write-tree"])).toBe(tree);

    const who = { name: "Lena", email: "lena@acme.test", date: "2026-01-02T03:04:05Z" };
    const first = writeCommit(objects, {
      tree,
      parents: [],
      author: who,
      committer: who,
      message: "One",
    });
    const second = writeCommit(objects, {
      tree,
      parents: [first.sha],
      author: who,
      committer: { ...who, name: "GitHub" },
      message: "Two\n\nCo-authored-by: Ünal <u@x>",
    });
    const commit = (committer: string, message: string, parents: string[]): string =>
      git(["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])], message, {
        GIT_AUTHOR_NAME: "Lena",
        GIT_AUTHOR_EMAIL: who.email,
        GIT_AUTHOR_DATE: who.date,
        GIT_COMMITTER_NAME: committer,
        GIT_COMMITTER_EMAIL: who.email,
        GIT_COMMITTER_DATE: who.date,
      });
    expect(commit("Lena", "One\n", [])).toBe(first.sha);
    expect(commit("GitHub", "Two\n\nCo-authored-by: Ünal <u@x>\n", [first.sha])).toBe(second.sha);
  });
});

test("lines merge as git merges them, or conflict where git does", () => {
  const file = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 8 })
    .map((lines) => lines.join(""));
  // Edits keep their distance from one another: git joins changes that a few lines part, and each tool has its own taste there.
  const numbered = Array.from({ length: 30 }, (_, i) => `line ${i}\n`);
  const edit = (at: number, text: string): string =>
    [...numbered.slice(0, at), text, ...numbered.slice(at + 1)].join("");
  fc.assert(
    fc.property(
      file,
      file,
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 20, max: 29 }),
      (one, two, i, j) => {
        expect(mergeLines(numbered.join(""), edit(i, one), edit(j, two))).toBe(
          gitMerge(numbered.join(""), edit(i, one), edit(j, two)),
        );
      },
    ),
    { numRuns: 15 },
  );
  expect(mergeLines("a\nb\n", "x\nb\n", "y\nb\n")).toBeNull();
  expect(gitMerge("a\nb\n", "x\nb\n", "y\nb\n")).toBeNull();
  expect(mergeLines("a\nb\n", "x\nb\n", "x\nb\n")).toBe("x\nb\n");
});

describe("history", () => {
  const objects: Objects = new Map();
  const who = { name: "L", email: "l@x", date: "2026-01-01T00:00:00Z" };
  const tree = writeFlatTree(objects, new Map());
  const commit = (message: string, ...parents: string[]): string =>
    writeCommit(objects, { tree, parents, author: who, committer: who, message }).sha;
  const root = commit("root");
  const main = commit("main", root);
  const side = commit("side", root);
  const merge = commit("merge", main, side);
  const after = commit("after", merge);

  test("a range walks every parent, parents before children", () => {
    expect(commitsBetween(objects, main, after)).toEqual([side, merge, after]);
    expect(commitsBetween(objects, null, merge)).toEqual([root, main, side, merge]);
  });

  test("the merge base is the best common ancestor", () => {
    expect(mergeBase(objects, main, side)).toBe(root);
    expect(mergeBase(objects, after, side)).toBe(side);
    expect(mergeBase(objects, root, commit("unrelated"))).toBeNull();
    expect([isAncestor(objects, side, after), isAncestor(objects, after, side)]).toEqual([
      true,
      false,
    ]);
  });
});

function git(args: readonly string[], input?: string | Uint8Array, env: object = {}): string {
  return execFileSync("git", args, {
    cwd: folder,
    input: input ?? "",
    env: { ...process.env, ...env },
  })
    .toString()
    .trim();
}

function gitMerge(base: string, ours: string, theirs: string): string | null {
  const names = [ours, base, theirs].map((text, i) => {
    writeFileSync(join(folder, String(i)), text);
    return String(i);
  });
  try {
    return execFileSync("git", ["merge-file", "-p", ...names], {
      cwd: folder,
      stdio: "pipe",
    }).toString();
  } catch {
    return null;
  }
}
