import type { Review } from "../../review/review-change.ts";
import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";

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
  const { body } = verdict;
  if (typeof body !== "object" || body === null || !("approvals" in body)) return [];
  return (body as unknown as { readonly approvals: readonly CountedApproval[] }).approvals;
}

/** What a verdict was about: digests by connector; none where its record names none. */
export function recordedDigests(verdict: DecisionEntry): ReadonlyMap<string, string> {
  const { body } = verdict;
  if (typeof body !== "object" || body === null || !("digests" in body)) return new Map();
  return new Map(Object.entries(body["digests"] as { readonly [connector: string]: string }));
}
