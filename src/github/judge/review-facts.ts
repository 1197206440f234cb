import type { CommitFact } from "../../review/contributors.ts";
import type { Person } from "../../review/person.ts";
import type { ReviewFact } from "../../review/review-fact.ts";
import type { Binding } from "../../storage/approvals/binding.ts";
import type { WitnessedHistory } from "../../storage/approvals/sighting.ts";
import type { ListedReview } from "../read/reviews.ts";
import { wholeReview } from "./bind-approvals.ts";

/**
 * Joins what GitHub lists now with what was witnessed: a review counts by the state and the commit of its first
 * delivery, and by the digests that it was bound to.
 */
export function reviewFacts(
  listed: readonly ListedReview[],
  history: WitnessedHistory,
  bindings: readonly Binding[],
): readonly ReviewFact[] {
  return listed.map((review) => {
    const sightings = history.reviews.filter(({ reviewId }) => reviewId === review.id);
    const first = sightings.find(({ action }) => action === "submitted");
    const dismissal = sightings.findLast(({ action }) => action === "dismissed");
    const digests = new Map(
      bindings
        .filter(({ reviewId, connector }) => reviewId === review.id && connector !== wholeReview)
        .map(({ connector, digest }) => [connector, digest]),
    );
    return {
      ...review,
      ...(first === undefined || first.state === "dismissed"
        ? {}
        : { witness: { headSha: first.headSha, state: first.state, digests } }),
      ...(dismissal === undefined
        ? {}
        : { dismissedBy: { id: dismissal.senderId, login: dismissal.senderLogin, kind: "user" } }),
    };
  });
}

/**
 * Everybody who was seen to push to a pull request. Whoever pushed nothing but git's own merge of the former head with
 * the base ("Update branch") pushed nothing of their own.
 */
export function pushersOf(
  { pushes }: WitnessedHistory,
  commits: readonly CommitFact[],
): readonly Person[] {
  const cleanMerges = commits.filter(({ cleanMerge }) => cleanMerge);
  return pushes
    .filter(
      ({ beforeSha, headSha }) =>
        beforeSha === undefined ||
        !cleanMerges.some(({ sha, parents }) => sha === headSha && parents[0] === beforeSha),
    )
    .map(({ userId, login }) => ({ id: userId, login, kind: "user" }));
}
