import { type ChangedFile, changedFiles } from "./changed-files.ts";
import { flatten } from "./file-tree.ts";
import { commitOf, writeCommit } from "./git-objects.ts";
import { commitsBetween, mergeBase } from "./history.ts";
import { fullName } from "./json/repository-json.ts";
import type { PullRequest, Repository, State } from "./state.ts";
import { mergeCommits } from "./three-way.ts";
import { now, type World } from "./world.ts";

/** A pull request as a test names it: where, and which. */
export interface PullName {
  readonly repository: string;
  readonly number: number;
}

/** The pull request with this name; an unknown one is a mistake of the test. */
export function pullOf(state: State, name: PullName): PullRequest {
  const repository = [...state.repositories.values()].find(
    (candidate) =>
      fullName(candidate) === name.repository ||
      candidate.formerNames.has(name.repository.toLowerCase()),
  );
  const pull = repository?.pulls.get(name.number);
  if (pull === undefined) throw new Error(`no pull request ${name.repository}#${name.number}`);
  return pull;
}

/** Open pull requests that merge into a branch. */
export function openPullsInto(repository: Repository, branch: string): PullRequest[] {
  return [...repository.pulls.values()].filter(
    (pull) => pull.state === "open" && pull.base.ref === branch,
  );
}

/** The commits of a pull request, parents before children. */
export function commitsOf(pull: PullRequest): string[] {
  return commitsBetween(pull.repository.objects, pull.base.sha, pull.head.sha);
}

/** The files that a pull request changes: from the merge base to the head. */
export function filesOf(pull: PullRequest): ChangedFile[] {
  return filesBetween(pull.repository, pull.base.sha, pull.head.sha);
}

/** The files that differ between the merge base of two commits and the second one. */
export function filesBetween(repository: Repository, base: string, head: string): ChangedFile[] {
  const { objects } = repository;
  const origin = mergeBase(objects, base, head);
  return changedFiles(
    objects,
    origin === null ? new Map() : flatten(objects, commitOf(objects, origin).tree),
    flatten(objects, commitOf(objects, head).tree),
  );
}

/**
 * What GitHub does when somebody reads one pull request: it tries the merge if a tip moved since, in the background.
 * Until that is done `mergeable` is `null` and `merge_commit_sha` is still the last one. A conflict leaves the last one too.
 */
export function refreshTestMerge(world: World, pull: PullRequest): void {
  const { repository, testMerge } = pull;
  const base = repository.refs.get(`refs/heads/${pull.base.ref}`);
  if (pull.state === "closed" || base === undefined) return;
  const tips = `${base}:${pull.head.sha}`;
  if (testMerge.tips !== tips) {
    testMerge.tips = tips;
    testMerge.readsLeft = world.pendingMergeableReads();
    testMerge.mergeable = null;
  }
  if (testMerge.readsLeft > 0) {
    testMerge.readsLeft -= 1;
    return;
  }
  if (testMerge.mergeable !== null) return;
  const merge = mergeCommits(repository.objects, base, pull.head.sha);
  testMerge.mergeable = merge.kind === "clean";
  if (merge.kind === "conflict") return;
  const signature = { name: "GitHub", email: "noreply@github.com", date: now(world) };
  const commit = writeCommit(repository.objects, {
    tree: merge.tree,
    parents: [base, pull.head.sha],
    author: signature,
    committer: signature,
    message: `Merge ${pull.head.sha} into ${base}`,
  });
  pull.mergeCommitSha = commit.sha;
  repository.refs.set(`refs/pull/${pull.number}/merge`, commit.sha);
}
