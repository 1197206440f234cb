import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Sighting } from "../../storage/approvals/sighting.ts";
import type { Noted } from "./noted.ts";
import { pullRequestSubject } from "./subject.ts";

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
  return { subjects: [pullRequestSubject(payload, pull.number, pull.head.sha)], sightings };
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
