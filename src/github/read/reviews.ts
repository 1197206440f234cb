import type { ReviewFact } from "../../review/review-fact.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { personOf } from "./pull-request.ts";

/** A review as GitHub lists it, before it is joined with what was witnessed. */
export type ListedReview = Omit<ReviewFact, "witness" | "dismissedBy">;

const states: Readonly<Record<string, ReviewFact["state"]>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes_requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
  PENDING: "pending",
};

/** All reviews of a pull request, every page, in every state. An unknown state is an error, never a guess. */
export async function readReviews(
  github: GitHubClient,
  repository: Repository,
  pullNumber: number,
): Promise<readonly ListedReview[]> {
  const reviews = await github.paginate(github.rest.pulls.listReviews, {
    owner: repository.owner,
    repo: repository.repo,
    pull_number: pullNumber,
    per_page: 100,
  });
  return reviews.map((review) => {
    const state = states[review.state.toUpperCase()];
    if (state === undefined)
      throw new Error(`review ${review.id} has the unknown state \`${review.state}\``);
    const submittedAt = review.submitted_at === undefined ? 0 : Date.parse(review.submitted_at);
    return { id: review.id, reviewer: personOf(review.user), state, submittedAt };
  });
}
