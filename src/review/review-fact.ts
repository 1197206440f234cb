import type { Person } from "./person.ts";

/** What was recorded when a review's webhook was seen. */
export interface Witness {
  /** The commit that the reviewer looked at, as its delivery said; GitHub moves it later. */
  readonly headSha: string;
  /** What the review was at that moment: a dismissal hides it later. */
  readonly state: "approved" | "changes_requested" | "commented";
  /** The digests that an approval is bound to, by connector. Empty until that commit was judged. */
  readonly digests: ReadonlyMap<string, string>;
}

/** One review of the pull request, as GitHub lists it now, joined with what was witnessed. */
export interface ReviewFact {
  readonly id: number;
  /** Null for a deleted account. */
  readonly reviewer: Person | null;
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed" | "pending";
  /** Milliseconds since the epoch, GitHub's own time. */
  readonly submittedAt: number;
  /** Absent when the webhook of this review was never seen. */
  readonly witness?: Witness;
  /** Who dismissed it, when that was seen. */
  readonly dismissedBy?: Person;
}
