import { accountByEmail } from "../accounts.ts";
import type { ChangedFile } from "../changed-files.ts";
import { commitOf } from "../git-objects.ts";
import type { Repository } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountJson } from "./account-json.ts";
import { fullName } from "./repository-json.ts";

const UNSIGNED: Json = {
  verified: false,
  reason: "unsigned",
  signature: null,
  payload: null,
  verified_at: null,
};

/** A commit as `commit`, without its files. `author` and `committer` are accounts, or `null` for an unknown address. */
export function commitJson(world: World, repository: Repository, sha: string): Json {
  const commit = commitOf(repository.objects, sha);
  const api = apiUrl(world, `/repos/${fullName(repository)}`);
  const web = webUrl(world, `/${fullName(repository)}`);
  const person = (email: string): Json | null => {
    const account = accountByEmail(world.state, email);
    return account === null ? null : accountJson(world, account);
  };
  return {
    sha,
    node_id: nodeId("Commit", sha),
    url: `${api}/commits/${sha}`,
    html_url: `${web}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      verification: UNSIGNED,
    },
    author: person(commit.author.email),
    committer: person(commit.committer.email),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${web}/commit/${parent}`,
    })),
  };
}

/** A commit as `git-commit`: the object alone, with neither accounts nor files. */
export function gitCommitJson(world: World, repository: Repository, sha: string): Json {
  const { node_id, html_url, parents, commit } = commitJson(world, repository, sha);
  const { url, author, committer, message, tree, verification } = commit as Json;
  return {
    sha,
    node_id,
    url,
    html_url,
    author,
    committer,
    message,
    tree,
    parents,
    verification,
  };
}

/** A changed file as `diff-entry`. */
export function changedFileJson(
  world: World,
  repository: Repository,
  file: ChangedFile,
  ref: string,
): Json {
  const web = webUrl(world, `/${fullName(repository)}`);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${web}/blob/${ref}/${encodeURI(file.path)}`,
    raw_url: `${web}/raw/${ref}/${encodeURI(file.path)}`,
    contents_url: apiUrl(
      world,
      `/repos/${fullName(repository)}/contents/${encodeURI(file.path)}?ref=${ref}`,
    ),
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previousPath === undefined ? {} : { previous_filename: file.previousPath }),
  };
}
