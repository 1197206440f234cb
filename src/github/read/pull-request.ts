import type { Person } from "../../review/person.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { targetBranch } from "./target-branch.ts";

/** A pull request as GitHub describes it at this moment. */
export interface PullRequest {
  readonly number: number;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  readonly author: Person;
  readonly headSha: string;
  /** `owner:branch`, or undefined when the head repository was deleted. */
  readonly headLabel: string | undefined;
  /** The branch that it goes into in the end. */
  readonly baseRef: string;
  readonly defaultBranch: string;
  /** Null while GitHub still works it out. */
  readonly mergeable: boolean | null;
  /** The test merge while open, the merge commit once merged. */
  readonly mergeSha: string | null;
  readonly requestedUsers: readonly string[];
  readonly requestedTeams: readonly string[];
}

interface GitHubUser {
  readonly id: number;
  readonly login: string;
  readonly type?: string;
}

/** An account from GitHub's answer; null for a deleted one. */
export function personOf(user: GitHubUser | null | undefined): Person | null {
  if (user === null || user === undefined) return null;
  return { id: user.id, login: user.login, kind: user.type === "Bot" ? "bot" : "user" };
}

/** Stands for the author of a pull request whose account was deleted: equal to nobody. */
const ghost: Person = { id: 0, login: "ghost", kind: "user" };

/** Reads one pull request. */
export async function readPullRequest(
  github: GitHubClient,
  repository: Repository,
  number: number,
): Promise<PullRequest> {
  const { data } = await github.rest.pulls.get({
    owner: repository.owner,
    repo: repository.repo,
    pull_number: number,
  });
  return {
    number: data.number,
    state: data.state,
    merged: data.merged,
    author: personOf(data.user) ?? ghost,
    headSha: data.head.sha,
    headLabel: data.head.repo === null ? undefined : data.head.label,
    baseRef: targetBranch(data),
    defaultBranch: data.base.repo.default_branch,
    mergeable: data.mergeable,
    mergeSha: data.merge_commit_sha,
    requestedUsers: (data.requested_reviewers ?? []).map(({ login }) => login.toLowerCase()),
    requestedTeams: (data.requested_teams ?? []).map(({ slug }) => slug.toLowerCase()),
  };
}

/** The name of the default branch. */
export async function readDefaultBranch(
  github: GitHubClient,
  { owner, repo }: Repository,
): Promise<string> {
  const { data } = await github.rest.repos.get({ owner, repo });
  return data.default_branch;
}

/** The commit at the tip of a branch. */
export async function readBranchTip(
  github: GitHubClient,
  repository: Repository,
  branch: string,
): Promise<string> {
  const { data } = await github.rest.git.getRef({
    owner: repository.owner,
    repo: repository.repo,
    ref: `heads/${branch}`,
  });
  return data.object.sha;
}
