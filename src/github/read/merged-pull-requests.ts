import { type GitHubClient, type Repository, statusOf } from "../client.ts";

/** A pull request that was merged, as a list shows it. */
export interface MergedPullRequest {
  readonly number: number;
  readonly headSha: string;
  /** The commit on the base branch that it became. */
  readonly mergeSha: string;
}

/** What landed on a branch: its tip, and every commit that came with it. */
export interface Landed {
  readonly ref: string;
  readonly tip: string;
  readonly commits: ReadonlySet<string>;
}

type Listed = Awaited<ReturnType<GitHubClient["rest"]["pulls"]["list"]>>["data"][number];

/**
 * The merged pull requests that some commits of a branch came through: those whose merge is one of them, or whose head
 * is. Looks among the hundred that were touched last, and then among those that GitHub links with the tip. A deployment
 * that does not answer the second question has no answer to it.
 */
export async function readMergedPullRequests(
  github: GitHubClient,
  { owner, repo }: Repository,
  landed: Landed,
): Promise<readonly MergedPullRequest[]> {
  const { data: latest } = await github.rest.pulls.list({
    owner,
    repo,
    state: "closed",
    base: landed.ref,
    sort: "updated",
    direction: "desc",
    per_page: 100,
  });
  const found = latest.flatMap((pull) => mergedWith(pull, landed));
  if (found.length > 0) return found;
  const linked = await orNothing(
    github.rest.repos.listPullRequestsAssociatedWithCommit({
      owner,
      repo,
      commit_sha: landed.tip,
      per_page: 100,
    }),
  );
  return linked.flatMap((pull) => mergedWith(pull, landed));
}

function mergedWith(pull: Listed, { ref, commits }: Landed): readonly MergedPullRequest[] {
  const { number, head, base, merged_at: mergedAt, merge_commit_sha: mergeSha } = pull;
  if (mergedAt === null || base.ref !== ref) return [];
  const came = (mergeSha !== null && commits.has(mergeSha)) || commits.has(head.sha);
  return came ? [{ number, headSha: head.sha, mergeSha: mergeSha ?? head.sha }] : [];
}

async function orNothing<T>(
  answer: Promise<{ readonly data: readonly T[] }>,
): Promise<readonly T[]> {
  try {
    return (await answer).data;
  } catch (error) {
    const status = statusOf(error);
    if (status === 404 || status === 403 || status === 422) return [];
    throw error;
  }
}
