import type { Person } from "./person.ts";
import type { ReviewFact } from "./review-fact.ts";

/** What one person's reviews come to: their last one that says something decides. */
export interface StandingReview {
  readonly review: ReviewFact & { readonly reviewer: Person };
  readonly says: "approved" | "changes-requested" | "dismissed-change-request" | "nothing";
}

/**
 * Folds all reviews, in the order of submission, into one standing review per person id. Comments and pending reviews
 * say nothing. A dismissed approval leaves nothing: no older review revives. A dismissed change request is kept apart,
 * because only an owner's dismissal takes it back; a dismissed review that was never seen may have been one.
 */
export function standingReviews(
  reviews: readonly ReviewFact[],
): ReadonlyMap<number, StandingReview> {
  const byPerson = new Map<number, StandingReview>();
  for (const review of inSubmissionOrder(reviews)) {
    const { reviewer } = review;
    if (reviewer === null) continue;
    const says = saying(review);
    if (says !== undefined) byPerson.set(reviewer.id, { review: { ...review, reviewer }, says });
  }
  return byPerson;
}

/** Reviews as they were given, the first one first. */
export function inSubmissionOrder(reviews: readonly ReviewFact[]): readonly ReviewFact[] {
  return [...reviews].sort((a, b) => a.submittedAt - b.submittedAt || a.id - b.id);
}

function saying({ state, witness }: ReviewFact): StandingReview["says"] | undefined {
  switch (state) {
    case "approved":
      return "approved";
    case "changes_requested":
      return "changes-requested";
    case "dismissed":
      return witness?.state === "approved" ? "nothing" : "dismissed-change-request";
    case "commented":
    case "pending":
      return undefined;
  }
}
