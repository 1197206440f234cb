import type { Review } from "../../review/review-change.ts";
import { type DecisionEntry, recordedPart } from "../../storage/decisions/decision-entry.ts";

/** An approval that a verdict counted, as its record names it. */
export interface CountedApproval {
  readonly reviewId: number;
  readonly connector: string;
  readonly digest: string;
  /** Present in the record of a merge queue's group: the pull request that it was given on. */
  readonly pullNumber?: number;
}

/** The approvals that a review counts. */
export function countedApprovals({ requirements }: Review): readonly CountedApproval[] {
  return requirements.flatMap(({ requirement: { connector }, digest, groups }) => {
    const reviews = groups.flatMap(({ approvedBy }) => approvedBy.map(({ review }) => review.id));
    return [...new Set(reviews)].map((reviewId) => ({ reviewId, connector, digest }));
  });
}

/** The approvals that a verdict counted; none where its record names none. */
export function recordedApprovals(verdict: DecisionEntry): readonly CountedApproval[] {
  return (recordedPart(verdict, "approvals") ?? []) as unknown as readonly CountedApproval[];
}

/** What a verdict was about: digests by connector; none where its record names none. */
export function recordedDigests(verdict: DecisionEntry): ReadonlyMap<string, string> {
  const digests = recordedPart(verdict, "digests") ?? {};
  return new Map(Object.entries(digests as { readonly [connector: string]: string }));
}
