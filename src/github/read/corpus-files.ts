import picomatch from "picomatch";
import type { GitHubClient, Repository } from "../client.ts";
import { readBlob } from "./blob.ts";
import type { RepositoryTree, TreeEntry } from "./repository-tree.ts";

/** One file of saved calls. */
export interface CorpusFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The saved calls on one side: a tree, and which of its files hold them. */
export interface CorpusSide {
  readonly tree: RepositoryTree;
  readonly globs: readonly string[];
}

/** What the globs name in a tree, by path, whatever it is; folders alone are left out. */
export function corpusEntries({ tree, globs }: CorpusSide): readonly TreeEntry[] {
  if (globs.length === 0) return [];
  const isCorpus = picomatch([...globs], { dot: true });
  return [...tree.entries.values()]
    .filter(({ path, type }) => type !== "tree" && isCorpus(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** True for what can hold saved calls: a symlink or a submodule cannot. */
export function isCorpusFile({ type, mode }: TreeEntry): boolean {
  return type === "blob" && mode !== "120000";
}

/** The files of the corpus in a tree, by path. Only regular files count; anything else is an error. */
export async function readCorpusFiles(
  github: GitHubClient,
  repository: Repository,
  side: CorpusSide,
): Promise<readonly CorpusFile[]> {
  return await readCorpusEntries(github, repository, corpusEntries(side));
}

/** The same for entries that are at hand. */
export async function readCorpusEntries(
  github: GitHubClient,
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<readonly CorpusFile[]> {
  const files: CorpusFile[] = [];
  for (const entry of entries) {
    if (!isCorpusFile(entry)) {
      throw new Error(`the saved calls in \`${entry.path}\` are no regular file`);
    }
    files.push({ path: entry.path, bytes: await readBlob(github, repository, entry) });
  }
  return files;
}
