import { Lru } from "toad-cache";
import type { GitHubClient, Repository } from "../client.ts";

/** What a tree says about one path. */
export interface TreeEntry {
  readonly path: string;
  /** git's mode: 100644, 100755, 120000 (symlink), 160000 (submodule), 040000 (folder). */
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly sha: string;
  /** Bytes of a blob. */
  readonly size: number | undefined;
}

/** All files of one commit, by path. Read at an immutable SHA, so it never changes. */
export interface RepositoryTree {
  readonly commit: string;
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

/** What stands at a path, equal exactly for the same content of the same kind; empty where nothing does. */
export function contentAt({ entries }: RepositoryTree, path: string | undefined): string {
  const entry = path === undefined ? undefined : entries.get(path);
  return entry === undefined ? "" : `${entry.mode} ${entry.type} ${entry.sha}`;
}

/** A link to another path, whose content is none of its own. */
export function isSymlink({ mode }: TreeEntry): boolean {
  return mode === "120000";
}

/** A symlink or a submodule, which may lead to any files. */
export function isLink(entry: TreeEntry): boolean {
  return isSymlink(entry) || entry.type === "commit";
}

/** Trees by repository id and commit. A commit never changes, so nothing expires. */
const cache = new Lru<RepositoryTree>(64);

/**
 * Reads the whole tree of a commit. GitHub cuts a recursive answer at 100,000 entries; then the folders are walked one
 * by one, so that a large repository cannot hide a file. Throws when GitHub does.
 */
export async function readTree(
  github: GitHubClient,
  repository: Repository,
  commit: string,
): Promise<RepositoryTree> {
  const key = `${repository.id}/${commit}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const entries = new Map<string, TreeEntry>();
  await collect({ github, repository, sha: commit, folder: "", entries });
  const tree = { commit, entries };
  cache.set(key, tree);
  return tree;
}

async function collect({
  github,
  repository,
  sha,
  folder,
  entries,
}: {
  readonly github: GitHubClient;
  readonly repository: Repository;
  readonly sha: string;
  readonly folder: string;
  readonly entries: Map<string, TreeEntry>;
}): Promise<void> {
  const whole = await getTree(github, repository, sha, true);
  const listed = whole.truncated ? await getTree(github, repository, sha, false) : whole;
  if (whole.truncated && listed.truncated) {
    throw new Error(`folder \`${folder}\` has more entries than GitHub lists`);
  }
  for (const { path, mode, type, sha: entrySha, size } of listed.tree) {
    const full = folder === "" ? path : `${folder}/${path}`;
    entries.set(full, { path: full, mode, type: entryType(type), sha: entrySha, size });
    if (whole.truncated && type === "tree") {
      await collect({ github, repository, sha: entrySha, folder: full, entries });
    }
  }
}

async function getTree(
  github: GitHubClient,
  repository: Repository,
  sha: string,
  recursive: boolean,
) {
  const { data } = await github.rest.git.getTree({
    owner: repository.owner,
    repo: repository.repo,
    tree_sha: sha,
    ...(recursive ? { recursive: "1" } : {}),
  });
  return data;
}

function entryType(type: string): TreeEntry["type"] {
  if (type === "blob" || type === "tree" || type === "commit") return type;
  throw new Error(`GitHub lists a tree entry of the unknown type \`${type}\``);
}
