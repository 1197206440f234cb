import picomatch from "picomatch";
import type { GitHubClient, Repository } from "../client.ts";
import { readBlob } from "./blob.ts";
import type { RepositoryTree } from "./repository-tree.ts";

/** One file of saved calls. */
export interface CorpusFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of the corpus in a tree, by path. Only regular files count; anything else is an error. */
export async function readCorpusFiles(
  github: GitHubClient,
  repository: Repository,
  { tree, globs }: { readonly tree: RepositoryTree; readonly globs: readonly string[] },
): Promise<readonly CorpusFile[]> {
  if (globs.length === 0) return [];
  const isCorpus = picomatch([...globs], { dot: true });
  const entries = [...tree.entries.values()]
    .filter(({ path, type }) => type !== "tree" && isCorpus(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const files: CorpusFile[] = [];
  for (const entry of entries) {
    if (entry.type !== "blob" || entry.mode === "120000") {
      throw new Error(`the saved calls in \`${entry.path}\` are no regular file`);
    }
    files.push({ path: entry.path, bytes: await readBlob(github, repository, entry) });
  }
  return files;
}
