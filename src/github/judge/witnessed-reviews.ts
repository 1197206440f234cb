import type { WitnessedHistory } from "../../storage/approvals/sighting.ts";
import type { ListedReview } from "../read/reviews.ts";
import { NotYet } from "./not-yet.ts";

/** True when a pull request was seen to be opened: what was given to it since was seen as well, or lost. */
export function sawOpening({ pushes }: WitnessedHistory): boolean {
  return pushes.some(({ beforeSha }) => beforeSha === undefined);
}

/**
 * Throws `NotYet` when GitHub's list is older than what its webhooks told of: it lacks a review, or shows one as standing
 * that was dismissed.
 */
export function demandWitnessed(
  listed: readonly ListedReview[],
  { reviews }: WitnessedHistory,
): void {
  const shown = new Map(listed.map(({ id, state }) => [id, state]));
  for (const { reviewId, action } of reviews) {
    const state = shown.get(reviewId);
    if (state === undefined) throw new NotYet("GitHub does not list a review yet that it told of");
    if (action === "dismissed" && state !== "dismissed") {
      throw new NotYet("GitHub does not show yet that a review was dismissed");
    }
  }
}
