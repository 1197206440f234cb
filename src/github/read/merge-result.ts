import type { GitHubClient, Repository } from "../client.ts";
import type { PullRequest } from "./pull-request.ts";

/** What the trust branch would hold after the merge, or why that is not known. */
export type MergeResult =
  | { readonly kind: "merge"; readonly sha: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "not-yet"; readonly because: string };

/**
 * The test merge commit, after checking that its parents are exactly the tip of the base and the head: an older one
 * says nothing about what a merge does now.
 */
export async function readMergeResult(
  github: GitHubClient,
  repository: Repository,
  { pull, baseTip }: { readonly pull: PullRequest; readonly baseTip: string },
): Promise<MergeResult> {
  if (pull.mergeable === false) return { kind: "conflict" };
  if (pull.mergeSha === null) {
    return { kind: "not-yet", because: "GitHub has not worked out the merge yet" };
  }
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
