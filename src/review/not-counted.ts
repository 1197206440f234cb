import type { ApprovalFacts } from "./approval-facts.ts";
import type { ReviewFact } from "./review-fact.ts";

/** Why an approval does not count for a connector. */
export type NotCounted =
  | { readonly kind: "bot" }
  | { readonly kind: "not-witnessed" }
  | { readonly kind: "contributor"; readonly because: string }
  | { readonly kind: "not-an-owner" }
  | { readonly kind: "expired"; readonly at: number }
  | { readonly kind: "never-judged" }
  | { readonly kind: "stale" };

/** What an approval must fit. */
export interface ApprovalTarget {
  readonly connector: string;
  readonly digest: string;
  /** The owners, by id. */
  readonly owners: ReadonlySet<number>;
  /** Those of them that are bots by name, by id; no other bot counts. */
  readonly bots: ReadonlySet<number>;
  readonly facts: ApprovalFacts;
}

/**
 * Why an approval does not count for a connector; undefined when it counts. Of several reasons the one that the
 * reviewer can do least about.
 */
export function notCounted(
  { reviewer, witness, submittedAt }: ReviewFact,
  { connector, digest, owners, bots, facts }: ApprovalTarget,
): NotCounted | undefined {
  if (reviewer === null) return { kind: "not-an-owner" };
  if (reviewer.kind === "bot" && !bots.has(reviewer.id)) return { kind: "bot" };
  const because = facts.contributors.people.get(reviewer.id)?.because;
  if (because !== undefined) return { kind: "contributor", because };
  if (!owners.has(reviewer.id)) return { kind: "not-an-owner" };
  if (witness?.state !== "approved") return { kind: "not-witnessed" };
  const expiry = submittedAt + facts.approvals.ttl;
  if (expiry <= facts.now) return { kind: "expired", at: expiry };
  if (witness.digests.size === 0) return { kind: "never-judged" };
  return witness.digests.get(connector) === digest ? undefined : { kind: "stale" };
}
