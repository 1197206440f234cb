import type { EmitterWebhookEvent } from "@octokit/webhooks";
import { overrideCommand } from "../../review/override-command.ts";
import type { Sighting } from "../../storage/approvals/sighting.ts";
import type { Noted } from "./noted.ts";
import { describedPullRequest } from "./subject.ts";

/**
 * A review was given, edited or dismissed. The commit that it looked at is recorded now, because GitHub moves it
 * later; so is what it was, because a dismissal hides that.
 */
export function pullRequestReview({ payload }: EmitterWebhookEvent<"pull_request_review">): Noted {
  const { pull_request: pull, review, repository, sender, action } = payload;
  const state = sightingState(review.state);
  const sightings: Sighting[] =
    review.user === null || state === undefined
      ? []
      : [
          {
            kind: "review",
            repositoryId: repository.id,
            pullNumber: pull.number,
            reviewId: review.id,
            action,
            state,
            reviewerId: review.user.id,
            reviewerLogin: review.user.login,
            reviewerType: review.user.type ?? "User",
            headSha: review.commit_id ?? pull.head.sha,
            // Without a time it is older than every limit, and so counts for nothing.
            submittedAt: Date.parse(review.submitted_at ?? "1970-01-01T00:00:00Z"),
            senderId: sender.id,
            senderLogin: sender.login,
          },
        ];
  return {
    subjects: [describedPullRequest(payload, pull)],
    sightings: [...sightings, ...overrideVotes(payload)],
  };
}

/** What a review's text asks for beside what the review says. An edit is no vote: nobody knows what stood there before. */
function overrideVotes({
  pull_request: pull,
  review,
  repository,
  action,
}: EmitterWebhookEvent<"pull_request_review">["payload"]): readonly Sighting[] {
  const command = overrideCommand(review.body);
  const state = sightingState(review.state);
  const says = state === "approved" || state === "commented";
  if (action !== "submitted" || command === undefined || !says || review.user === null) return [];
  return [
    {
      kind: "override-vote",
      repositoryId: repository.id,
      pullNumber: pull.number,
      reviewId: review.id,
      ...command,
      personId: review.user.id,
      login: review.user.login,
      personType: review.user.type ?? "User",
      headSha: review.commit_id ?? pull.head.sha,
      submittedAt: Date.parse(review.submitted_at ?? "1970-01-01T00:00:00Z"),
    },
  ];
}

function sightingState(state: string): (Sighting & { kind: "review" })["state"] | undefined {
  const lower = state.toLowerCase();
  return lower === "approved" ||
    lower === "changes_requested" ||
    lower === "commented" ||
    lower === "dismissed"
    ? lower
    : undefined;
}
