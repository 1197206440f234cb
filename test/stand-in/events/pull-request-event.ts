import { accountJson } from "../json/account-json.ts";
import { fullPullJson, reviewJson } from "../json/pull-json.ts";
import type { Account, PullRequest, Review } from "../state.ts";
import type { Json, WebhookEvent, World } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** A `pull_request` webhook. `more` holds what only this action carries. */
export function pullRequestEvent(
  world: World,
  action: string,
  pull: PullRequest,
  sender: Account,
  more: Json = {},
): WebhookEvent {
  return repositoryEvent(world, "pull_request", action, pull.repository, sender, {
    number: pull.number,
    pull_request: fullPullJson(world, pull),
    ...more,
  });
}

/** A `pull_request_review` webhook: states are in lower case there, and in upper case in the API. */
export function reviewEvent(
  world: World,
  action: "submitted" | "edited" | "dismissed",
  pull: PullRequest,
  review: Review,
  sender: Account,
): WebhookEvent {
  return repositoryEvent(world, "pull_request_review", action, pull.repository, sender, {
    review: { ...reviewJson(world, pull, review), state: review.state.toLowerCase() },
    pull_request: fullPullJson(world, pull),
    ...(action === "edited" ? { changes: { body: { from: "" } } } : {}),
  });
}

/** The part of a review-request event that names the person. */
export function requestedReviewer(world: World, user: Account): Json {
  return { requested_reviewer: accountJson(world, user) };
}
