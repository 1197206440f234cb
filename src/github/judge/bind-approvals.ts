import type { NewBinding } from "../../storage/approvals/binding.ts";
import type { ReviewSighting, WitnessedHistory } from "../../storage/approvals/sighting.ts";
import type { Store } from "../../storage/store.ts";
import { type PresentChange, shownDigests } from "./shown-digests.ts";

/** Stands in a binding for "this review was looked at": a review is bound once, to everything or to nothing. */
export const wholeReview = "";

/**
 * Binds each approval that is not bound yet to what its reviewer could see (`shownDigests`), or to nothing. A review is
 * bound once, so that it never grows to cover what came later. Nothing in the history is newer than the present head.
 */
export async function bindApprovals(
  store: Store,
  { repositoryId, pullNumber }: { readonly repositoryId: number; readonly pullNumber: number },
  { history, present }: { readonly history: WitnessedHistory; readonly present: PresentChange },
): Promise<void> {
  const bound = new Set(
    (await store.approvals.bindingsOf(repositoryId, pullNumber)).map(({ reviewId }) => reviewId),
  );
  const unbound = history.reviews.filter(
    ({ action, state, reviewId }) =>
      action === "submitted" && state === "approved" && !bound.has(reviewId),
  );
  for (const review of unbound) {
    const shown = (await shownDigests(store, review, present)) ?? new Map<string, string>();
    await store.approvals.bindApprovals(bindingsOf(review, shown));
  }
}

function bindingsOf(
  review: ReviewSighting,
  digests: ReadonlyMap<string, string>,
): readonly NewBinding[] {
  const { repositoryId, pullNumber, reviewId, reviewerId, reviewerLogin, headSha } = review;
  const common = { repositoryId, pullNumber, reviewId, reviewerId, reviewerLogin, headSha };
  return [[wholeReview, ""] as const, ...digests].map(([connector, digest]) => ({
    ...common,
    connector,
    digest,
  }));
}
