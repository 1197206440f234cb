import type { NewBinding } from "../../storage/approvals/binding.ts";
import type { ReviewSighting, WitnessedHistory } from "../../storage/approvals/sighting.ts";
import { type DecisionEntry, recordedPart } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import { shownVerdict } from "./shown-verdict.ts";

/** Stands in a binding for "this review was looked at": a review is bound once, to everything or to nothing. */
export const wholeReview = "";

/**
 * Binds each approval that is not bound yet to what its reviewer could see: the digests of the verdict that stood on the
 * commit that they looked at; where that commit was never judged and is the head now, what it comes to now; otherwise
 * nothing. A review is bound once, so that it never grows to cover what came later.
 */
export async function bindApprovals(
  store: Store,
  {
    repositoryId,
    pullNumber,
    headSha,
    history,
    digests,
  }: {
    readonly repositoryId: number;
    readonly pullNumber: number;
    readonly headSha: string;
    /** Nothing in it is newer than the head. */
    readonly history: WitnessedHistory;
    /** What the head comes to now, by connector. */
    readonly digests: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const bound = new Set(
    (await store.approvals.bindingsOf(repositoryId, pullNumber)).map(({ reviewId }) => reviewId),
  );
  const unbound = history.reviews.filter(
    ({ action, state, reviewId }) =>
      action === "submitted" && state === "approved" && !bound.has(reviewId),
  );
  for (const review of unbound) {
    const seen = await shownVerdict(store, review);
    const shown = digestsOf(seen) ?? (review.headSha === headSha ? digests : new Map());
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

/** The digests that a verdict names; undefined when it names none, as one that could not be reached does. */
function digestsOf(verdict: DecisionEntry | undefined): ReadonlyMap<string, string> | undefined {
  const digests = verdict && recordedPart(verdict, "digests");
  if (typeof digests !== "object" || digests === null) return undefined;
  return new Map(Object.entries(digests).map(([connector, digest]) => [connector, String(digest)]));
}
