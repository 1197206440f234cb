import { mergeBlockers } from "../merge-box.ts";
import { atLeast, permissionOf } from "../permissions.ts";
import { commitsOf, filesOf } from "../pull-requests.ts";
import type { Account, PullRequest, Repository, Review } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountJson, accountOrNullJson } from "./account-json.ts";
import { fullName, repositoryJson } from "./repository-json.ts";
import { teamJson } from "./team-json.ts";

/** A pull request as `pull-request-simple`. */
export function pullJson(world: World, pull: PullRequest): Json {
  const { repository, head, base } = pull;
  const api = apiUrl(world, `/repos/${fullName(repository)}`);
  const url = `${api}/pulls/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  const html = webUrl(world, `/${fullName(repository)}/pull/${pull.number}`);
  return {
    id: pull.id,
    node_id: nodeId("PullRequest", pull.id),
    number: pull.number,
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issue}/comments`,
    statuses_url: `${api}/statuses/${head.sha}`,
    state: pull.state,
    locked: false,
    active_lock_reason: null,
    title: pull.title,
    body: pull.body,
    user: accountOrNullJson(world, pull.author) ?? ghostJson(world),
    labels: [],
    milestone: null,
    assignee: null,
    assignees: [],
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    draft: pull.draft,
    requested_reviewers: pull.requestedReviewers.map((user) => accountJson(world, user)),
    requested_teams: pull.requestedTeams.map((team) => teamJson(world, team)),
    head: sideJson(world, head.owner, head.ref, head.sha, head.repository),
    base: sideJson(world, repository.owner, base.ref, base.sha, repository),
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: `${api}/statuses/${head.sha}` },
    },
    author_association: association(world, repository, pull.author),
    auto_merge: null,
    ...(pull.stack === null ? {} : { stack: stackJson(pull, pull.stack) }),
  };
}

/** The place in a native stack. The branch that the stack goes to is what judges every pull request in it. */
function stackJson(pull: PullRequest, stack: NonNullable<PullRequest["stack"]>): Json {
  const sha = pull.repository.refs.get(`refs/heads/${stack.base}`) ?? pull.base.sha;
  const { position, size } = stack;
  return { base: { ref: stack.base, sha }, position, size };
}

/** A pull request as `pull-request`: what a read of that one gives. */
export function fullPullJson(world: World, pull: PullRequest): Json {
  const { mergeable } = pull.testMerge;
  const comments = [...pull.repository.comments.values()].filter(
    (comment) => comment.pull === pull.number,
  );
  const files = filesOf(pull);
  const sum = (count: (file: (typeof files)[number]) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  return {
    ...pullJson(world, pull),
    merged: pull.merged,
    mergeable: pull.merged ? null : mergeable,
    rebaseable: mergeable,
    mergeable_state: mergeableState(pull),
    merged_by: accountOrNullJson(world, pull.mergedBy),
    comments: comments.length,
    review_comments: 0,
    maintainer_can_modify:
      pull.head.repository !== null && pull.head.repository !== pull.repository,
    commits: commitsOf(pull).length,
    additions: sum(({ additions }) => additions),
    deletions: sum(({ deletions }) => deletions),
    changed_files: files.length,
  };
}

/** A review as `pull-request-review`. Its author is `null` once the account is deleted. */
export function reviewJson(world: World, pull: PullRequest, review: Review): Json {
  const html = `${webUrl(world, `/${fullName(pull.repository)}/pull/${pull.number}`)}#pullrequestreview-${review.id}`;
  const url = apiUrl(world, `/repos/${fullName(pull.repository)}/pulls/${pull.number}`);
  return {
    id: review.id,
    node_id: nodeId("Review", review.id),
    user: accountOrNullJson(world, review.user),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: url,
    author_association: association(world, pull.repository, review.user),
    _links: { html: { href: html }, pull_request: { href: url } },
    submitted_at: review.submittedAt,
    commit_id: review.commitId,
  };
}

/** How a person relates to a repository, in GitHub's words. */
export function association(world: World, repository: Repository, user: Account): string {
  if (repository.owner === user) return "OWNER";
  const member = world.state.organizations.get(repository.owner.id)?.members.get(user.id);
  if (member?.state === "active") return "MEMBER";
  const permission = permissionOf(world.state, repository, user);
  return repository.collaborators.has(user.id) || atLeast(permission, "triage")
    ? "COLLABORATOR"
    : "NONE";
}

/** The account that GitHub shows for the author of a pull request who is no more. */
function ghostJson(world: World): Json {
  return accountJson(world, {
    id: 10137,
    login: "ghost",
    type: "User",
    name: "Deleted user",
    emails: new Set(),
    suspendedAt: null,
    deleted: false,
    createdAt: world.app.createdAt,
  });
}

function mergeableState(pull: PullRequest): string {
  if (pull.testMerge.mergeable === null) return "unknown";
  if (!pull.testMerge.mergeable) return "dirty";
  if (pull.draft) return "draft";
  return mergeBlockers(pull).length > 0 ? "blocked" : "clean";
}

function sideJson(
  world: World,
  owner: Account,
  ref: string,
  sha: string,
  repository: Repository | null,
): Json {
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: accountJson(world, owner),
    repo: repository === null ? null : repositoryJson(world, repository),
  };
}
