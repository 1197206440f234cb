import { posix } from "node:path";
import { unreadable } from "../command-error.ts";
import { boundedBytes } from "./bounded-read.ts";
import {
  type FileTree,
  type FoundFile,
  largestText,
  mostFilesBelow,
  textFile,
} from "./file-tree.ts";
import { git, gitBlob, gitLine } from "./git.ts";

/** One path in a commit's tree. */
export interface TreeEntry {
  /** git's mode: 100644, 100755, 120000 (symlink), 160000 (submodule), 040000 (folder). */
  readonly mode: string;
  readonly oid: string;
  /** From the top of the repository. */
  readonly path: string;
}

/** The files of one revision. */
export interface RevisionTree {
  /** The tree's object id. */
  readonly oid: string;
  /** The entry at a path from the top of the repository; undefined when there is none. */
  entry(path: string): Promise<TreeEntry | undefined>;
  /** Every file below a folder; `""` is the top. */
  below(folder: string): Promise<readonly TreeEntry[]>;
}

/** Finds a revision. Rejects when there is no repository or no such revision. */
export async function revisionTree(cwd: string, revision: string): Promise<RevisionTree> {
  const oid = await gitLine(cwd, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{tree}`,
  ]).catch(async () => {
    await gitLine(cwd, ["rev-parse", "--git-dir"]);
    throw unreadable(`\`${revision}\` is no revision of this repository`);
  });
  const list = async (args: readonly string[]): Promise<readonly TreeEntry[]> =>
    parseEntries(await git(cwd, ["ls-tree", "-z", "--full-tree", ...args]));
  return {
    oid,
    entry: async (path) => (await list([oid, "--", path])).find((entry) => entry.path === path),
    below: (folder) => list(folder === "" ? ["-r", oid] : ["-r", oid, "--", `${folder}/`]),
  };
}

/** A path of `REV:PATH` from the top of the repository, by git's rule: `./` and `../` start at the current folder. */
export async function pathFromTop(cwd: string, path: string): Promise<string> {
  const isRelative = /^\.\.?(\/|$)/.test(path);
  const prefix = isRelative ? await gitLine(cwd, ["rev-parse", "--show-prefix"]) : "";
  const full = posix.normalize(prefix + path);
  if (full.startsWith("../") || full === "..") {
    throw unreadable(`\`${path}\` lies outside of the repository`);
  }
  return full;
}

/** A folder of a revision as a tree of text files. */
export function gitTree(cwd: string, tree: RevisionTree, folder: string): FileTree {
  return {
    async look(path) {
      const entry = await tree.entry(posix.join(folder, path));
      if (entry === undefined) return { kind: "absent" };
      if (entry.mode === "040000") return folderInGit(await tree.below(entry.path), folder);
      const because = irregular(entry);
      if (because !== undefined) return { kind: "fault", because };
      return textFile(path, await boundedBytes(gitBlob(cwd, entry.oid), largestText));
    },
  };
}

/** Why an entry is no regular file, in words; undefined when it is one. */
export function irregular({ mode }: TreeEntry): string | undefined {
  if (mode === "040000") return "is a folder";
  if (mode === "120000") return "is a symlink";
  if (mode === "160000") return "is a submodule";
  return undefined;
}

function folderInGit(entries: readonly TreeEntry[], folder: string): FoundFile {
  const yamlFiles = entries
    .map(({ path }) => (folder === "" ? path : path.slice(folder.length + 1)))
    .filter((path) => /\.ya?ml$/.test(path))
    .sort();
  return yamlFiles.length > mostFilesBelow
    ? { kind: "fault", because: `holds more than ${mostFilesBelow} YAML files` }
    : { kind: "folder", yamlFiles };
}

function parseEntries(answer: Buffer): readonly TreeEntry[] {
  return answer
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, oid, path] = /^(\d{6}) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
      return mode === undefined || oid === undefined || path === undefined
        ? []
        : [{ mode, oid, path }];
    });
}
