import { invalid, Refusal } from "./refusal.ts";
import type { Account, PullRequest, Review, ReviewState, State } from "./state.ts";
import { membershipIn } from "./teams.ts";
import { nextId, now, type World } from "./world.ts";

/** Adds a review. The request to its author, and to each team they are a member of, is thereby answered. */
export function addReview(
  world: World,
  pull: PullRequest,
  user: Account,
  fields: { state: Exclude<ReviewState, "DISMISSED">; body: string; commitId: string },
): Review {
  if (user === pull.author && fields.state !== "COMMENTED") {
    throw new Refusal(422, "Can not approve or request changes on your own pull request");
  }
  const review: Review = { id: nextId(world.state), user, ...fields, submittedAt: now(world) };
  pull.reviews.push(review);
  pull.updatedAt = review.submittedAt;
  answerRequests(world.state, pull, user);
  return review;
}

/** Dismisses a review that approved or requested changes; 422 for any other. */
export function dismiss(world: World, pull: PullRequest, review: Review): void {
  if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
    throw new Refusal(422, "Unprocessable Entity", [
      `Can not dismiss a ${review.state.toLowerCase()} pull request review`,
    ]);
  }
  review.state = "DISMISSED";
  pull.updatedAt = now(world);
}

/**
 * What GitHub does to approvals when a head moves by force with the same patch: their `commit_id` becomes the new head.
 * Comments and change requests stay where they were.
 */
export function repointApprovals(pull: PullRequest, before: string, after: string): void {
  for (const review of pull.reviews) {
    if (review.state === "APPROVED" && review.commitId === before) review.commitId = after;
  }
}

/** Asks people and teams for a review; refuses the author, as GitHub does. */
export function requestReviews(
  pull: PullRequest,
  users: readonly Account[],
  teams: readonly PullRequest["requestedTeams"][number][],
): void {
  if (users.includes(pull.author)) {
    throw invalid(
      "PullRequest",
      "reviewers",
      "Review cannot be requested from pull request author.",
    );
  }
  for (const user of users) {
    if (!pull.requestedReviewers.includes(user)) pull.requestedReviewers.push(user);
  }
  for (const team of teams) {
    if (!pull.requestedTeams.includes(team)) pull.requestedTeams.push(team);
  }
}

/** Takes requests back. */
export function removeRequests(
  pull: PullRequest,
  users: readonly Account[],
  teams: readonly PullRequest["requestedTeams"][number][],
): void {
  remove(pull.requestedReviewers, (user) => users.includes(user));
  remove(pull.requestedTeams, (team) => teams.includes(team));
}

function answerRequests(state: State, pull: PullRequest, user: Account): void {
  remove(pull.requestedReviewers, (asked) => asked === user);
  remove(pull.requestedTeams, (team) => membershipIn(state, team, user)?.state === "active");
}

function remove<T>(list: T[], gone: (item: T) => boolean): void {
  list.splice(0, list.length, ...list.filter((item) => !gone(item)));
}
