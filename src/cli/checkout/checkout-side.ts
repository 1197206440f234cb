import { createReadStream } from "node:fs";
import { join } from "node:path";
import { unreadable } from "../command-error.ts";
import { diskTree } from "../files/disk-tree.ts";
import type { FileTree } from "../files/file-tree.ts";
import { git, gitBlob, gitLine } from "../files/git.ts";
import { gitTree, irregular, revisionTree } from "../files/git-tree.ts";

/** One side of a review: every file of a checkout, in a revision or as they are on disk. Paths start at its top. */
export interface CheckoutSide {
  /** What people call it: a short commit id, or `working tree`. */
  readonly name: string;
  readonly paths: readonly string[];
  readonly tree: FileTree;
  /** The bytes of a file of `paths`; rejects when it is no regular file. */
  chunks(path: string): AsyncIterable<Uint8Array>;
}

/** The top folder of the checkout round a folder. Rejects when there is none. */
export function topFolder(cwd: string): Promise<string> {
  return gitLine(cwd, ["rev-parse", "--show-toplevel"]);
}

/** A revision as a side. Rejects when there is no such revision. */
export async function revisionSide(top: string, revision: string): Promise<CheckoutSide> {
  const tree = await revisionTree(top, revision);
  const entries = new Map((await tree.below("")).map((entry) => [entry.path, entry]));
  const commit = await gitLine(top, ["rev-parse", "--short=12", "--end-of-options", revision]);
  return {
    name: commit.split("\n").at(-1) ?? revision,
    paths: [...entries.keys()],
    tree: gitTree(top, tree, ""),
    chunks(path) {
      const entry = entries.get(path);
      const because = entry === undefined ? "is not there" : irregular(entry);
      if (entry === undefined || because !== undefined) {
        throw unreadable(`\`${path}\` ${because}`);
      }
      return gitBlob(top, entry.oid);
    },
  };
}

/** The working tree as a side: what git tracks, and what it would take in. */
export async function workingSide(top: string): Promise<CheckoutSide> {
  const listed = await git(top, [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "--full-name",
  ]);
  return {
    name: "working tree",
    paths: [...new Set(listed.toString("utf8").split("\0"))].filter((path) => path !== "").sort(),
    tree: diskTree(top),
    chunks: (path) => createReadStream(join(top, path)),
  };
}
