import type { GitHubClient, Repository } from "../client.ts";
import { readComparison } from "./comparison.ts";
import type { PullRequest } from "./pull-request.ts";

/** What the trust branch would hold after the merge, or why that is not known. */
export type MergeResult =
  /** A commit that holds it, file by file. */
  | { readonly kind: "merge"; readonly sha: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "not-yet"; readonly because: string };

const notYet: MergeResult = {
  kind: "not-yet",
  because: "GitHub has not worked out the merge yet",
};

/**
 * Finds a commit that holds what a merge into the tip of the base would give. Where the head has all of the base, that is
 * the head itself. Otherwise it is GitHub's test merge, after checking that its parents are exactly the tip of the base
 * and the head: an older one says nothing about what a merge does now. Before GitHub says whether a merge is possible,
 * nothing is known.
 */
export async function readMergeResult(
  github: GitHubClient,
  repository: Repository,
  { pull, baseTip }: { readonly pull: PullRequest; readonly baseTip: string },
): Promise<MergeResult> {
  if (pull.mergeable === false) return { kind: "conflict" };
  if (pull.mergeable === null) return notYet;
  const sides = { base: baseTip, head: pull.headSha };
  const { mergeBase } = await readComparison(github, repository, sides);
  if (mergeBase === baseTip) return { kind: "merge", sha: pull.headSha };
  if (pull.mergeSha === null) return notYet;
  const { data } = await github.rest.repos.getCommit({
    owner: repository.owner,
    repo: repository.repo,
    ref: pull.mergeSha,
  });
  const parents = data.parents.map(({ sha }) => sha);
  const isCurrent = parents.length === 2 && parents[0] === baseTip && parents[1] === pull.headSha;
  return isCurrent
    ? { kind: "merge", sha: data.sha }
    : { kind: "not-yet", because: "GitHub's test merge is of an older base or head" };
}
