import { Lru } from "toad-cache";
import type { GitHubClient, Repository } from "../client.ts";
import { readComparison } from "./comparison.ts";
import { type RepositoryTree, readTree } from "./repository-tree.ts";

/** Answers by repository id and merge commit. A commit never changes, so nothing expires. */
const cache = new Lru<boolean>(1024);

/**
 * True when a merge commit holds, file by file, what git itself takes from the two parents: where one side left a file
 * as it was at the merge base, the other side's. A file that both sides changed differently was settled by a person
 * (or cannot be told from that), so the merge is not clean.
 */
export async function isCleanMerge(
  github: GitHubClient,
  repository: Repository,
  merge: { readonly sha: string; readonly parents: readonly string[] },
): Promise<boolean> {
  const key = `${repository.id}/${merge.sha}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const clean = await holdsNothingOfItsOwn(github, repository, merge);
  cache.set(key, clean);
  return clean;
}

async function holdsNothingOfItsOwn(
  github: GitHubClient,
  repository: Repository,
  { sha, parents }: { readonly sha: string; readonly parents: readonly string[] },
): Promise<boolean> {
  const [ours = "", theirs = ""] = parents;
  const { mergeBase } = await readComparison(github, repository, { base: ours, head: theirs });
  if (mergeBase === "") return false;
  const read = (commit: string): Promise<RepositoryTree> => readTree(github, repository, commit);
  const base = await read(mergeBase);
  const [first, second, merge] = [await read(ours), await read(theirs), await read(sha)];
  const paths = new Set([base, first, second, merge].flatMap(({ entries }) => [...entries.keys()]));
  return [...paths].every((path) => {
    const [b, f, s, m] = [base, first, second, merge].map((tree) => fileAt(tree, path));
    if (f === s) return m === f;
    if (b === f) return m === s;
    return b === s && m === f;
  });
}

/** Mode and content of a file; folders are judged by their files. */
function fileAt(tree: RepositoryTree, path: string): string | undefined {
  const entry = tree.entries.get(path);
  return entry === undefined || entry.type === "tree" ? undefined : `${entry.mode} ${entry.sha}`;
}
