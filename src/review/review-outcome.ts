import { type ApprovalFacts, listedBots, ownerIds } from "./approval-facts.ts";
import { askedOwners } from "./group-state.ts";
import { type NotCounted, notCounted } from "./not-counted.ts";
import type { RequirementState } from "./requirement-state.ts";
import type { ReviewFact } from "./review-fact.ts";
import { inSubmissionOrder } from "./standing-review.ts";

/** What became of one review that GitHub lists. */
export interface ReviewOutcome {
  readonly review: ReviewFact;
  /** Connectors for which it counts as an approval. */
  readonly countsFor: readonly string[];
  /** Why it does not count, for each connector that it could have counted for; one entry without a connector for all. */
  readonly ignored: readonly {
    readonly connector: string | undefined;
    readonly because: Ignored;
  }[];
}

/** Why a review says nothing: the reasons of an approval that does not count, and those of any review. */
export type Ignored =
  | NotCounted
  | { readonly kind: "superseded" }
  | { readonly kind: "dismissed" }
  /** Dismissed, and nobody saw what it said: it may have been a change request. */
  | { readonly kind: "dismissed-unseen" };

/** What became of each approval and each dismissed review, in the order of submission, for the report. */
export function reviewOutcomes(
  reviews: readonly ReviewFact[],
  states: readonly RequirementState[],
  facts: ApprovalFacts,
): readonly ReviewOutcome[] {
  return inSubmissionOrder(reviews)
    .filter(({ state }) => state === "approved" || state === "dismissed")
    .map((review) => {
      const because = nothingSaid(review, facts);
      return because === undefined
        ? approvalOutcome(review, states, facts)
        : { review, countsFor: [], ignored: [{ connector: undefined, because }] };
    });
}

/** Why a review says nothing about any connector; undefined for a standing approval. */
function nothingSaid(
  { id, reviewer, state, witness }: ReviewFact,
  { standing }: ApprovalFacts,
): Ignored | undefined {
  if (reviewer !== null && standing.get(reviewer.id)?.review.id !== id)
    return { kind: "superseded" };
  if (state !== "dismissed") return undefined;
  return { kind: witness === undefined ? "dismissed-unseen" : "dismissed" };
}

function approvalOutcome(
  review: ReviewFact,
  states: readonly RequirementState[],
  facts: ApprovalFacts,
): ReviewOutcome {
  const judged = states.map(({ requirement: { connector }, digest, groups }) => {
    const asked = groups.flatMap((group) => askedOwners(group, facts));
    const target = {
      connector,
      digest,
      owners: ownerIds(asked, facts),
      bots: listedBots(asked),
      facts,
    };
    return { connector, because: notCounted(review, target) };
  });
  const countsFor = judged
    .filter(({ because }) => because === undefined)
    .map(({ connector }) => connector);
  const ignored = judged.flatMap(({ connector, because }) =>
    because === undefined ? [] : [{ connector, because }],
  );
  return { review, countsFor, ignored: telling(ignored, countsFor.length > 0) };
}

/**
 * The reasons that are worth telling. Where the review counts for some connector: those of the others that the reviewer
 * owns. Where it counts for none, one reason holds for all that the reviewer owns, or for all.
 */
function telling(
  ignored: readonly { readonly connector: string; readonly because: NotCounted }[],
  counts: boolean,
): ReviewOutcome["ignored"] {
  const owned = ignored.filter(({ because }) => because.kind !== "not-an-owner");
  if (counts) return owned;
  const told = owned.length > 0 ? owned : ignored;
  return told.slice(0, 1).map(({ because }) => ({ connector: undefined, because }));
}
