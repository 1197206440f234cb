import picomatch from "picomatch";
import type { UnreadCorpusFile } from "../../review/corpus-fact.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { isServed, readBlob } from "./blob.ts";
import type { RepositoryTree, TreeEntry } from "./repository-tree.ts";

/** One file of saved calls. */
export interface CorpusFile {
  readonly path: string;
  /** Its bytes, from the first to the last, each time anew. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Bytes of a file that are read at once. */
const portion = 256 * 1024;

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

function faultOf(entry: TreeEntry): UnreadCorpusFile | undefined {
  const { path, sha } = entry;
  if (!isCorpusFile(entry)) return { path, sha, because: "are no regular file" };
  if (isServed(entry)) return undefined;
  return {
    path,
    sha,
    because: "are larger than the 100 MB that GitHub serves",
    help: "compact them (`countersign corpus compact`), pack them (`.gz`, `.zst`), or write several files",
  };
}

/** The files of saved calls that entries hold, in their order, and why others are none. */
export async function readCorpusEntries(
  github: GitHubClient,
  repository: Repository,
  entries: readonly TreeEntry[],
): Promise<{
  readonly files: readonly CorpusFile[];
  readonly faults: readonly UnreadCorpusFile[];
}> {
  const files: CorpusFile[] = [];
  const faults: UnreadCorpusFile[] = [];
  for (const entry of entries) {
    const fault = faultOf(entry);
    if (fault === undefined) {
      const bytes = await readBlob(github, repository, entry);
      files.push({ path: entry.path, chunks: () => portions(bytes) });
    } else faults.push(fault);
  }
  return { files, faults };
}

/** A file in pieces, so that the process can do other things between them. */
async function* portions(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.length; start += portion) {
    yield bytes.subarray(start, start + portion);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
