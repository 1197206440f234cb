import type { GitHubClient, Repository } from "../client.ts";
import { type RepositoryTree, readTree } from "./repository-tree.ts";

/**
 * True when a merge commit holds, file by file, what git itself takes from the two parents: where one side left a file
 * as it was at the merge base, the other side's. A file that both sides changed differently was settled by a person
 * (or cannot be told from that), so the merge is not clean.
 */
export async function isCleanMerge(
  github: GitHubClient,
  repository: Repository,
  { sha, parents }: { readonly sha: string; readonly parents: readonly string[] },
): Promise<boolean> {
  const [ours = "", theirs = ""] = parents;
  const { data } = await github.rest.repos.compareCommitsWithBasehead({
    owner: repository.owner,
    repo: repository.repo,
    basehead: `${ours}...${theirs}`,
    per_page: 1,
  });
  const read = (commit: string): Promise<RepositoryTree> => readTree(github, repository, commit);
  const base = await read(data.merge_base_commit.sha);
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
