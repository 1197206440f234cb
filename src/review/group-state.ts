import {
  type ApprovalFacts,
  approvalsOf,
  countersigners,
  countersignersAtLeast,
  listedBots,
} from "./approval-facts.ts";
import { notCounted } from "./not-counted.ts";
import type { OwnerName } from "./owner.ts";
import { ownerFault } from "./owner-fault.ts";
import type { Person } from "./person.ts";
import type { OwnerGroup } from "./requirement.ts";
import type { StandingReview } from "./standing-review.ts";

/** How far one group has come. */
export interface GroupState {
  readonly group: OwnerGroup;
  readonly needed: number;
  readonly approvedBy: readonly StandingReview[];
  /** People who can still be asked, as far as they are named. */
  readonly canAsk: readonly Person[];
  /** True when the owners alone are too few and the fallback owners are asked as well. */
  readonly fallbackAsked: boolean;
  /** Why nobody's approval could be enough, one sentence each; empty when somebody's could. */
  readonly unanswerable: readonly string[];
}

/**
 * Judges one group for a connector's digest. A commit that names nobody asks for one approval more; where the owners
 * who did not contribute are too few, the fallback owners are asked as well.
 */
export function groupState(
  group: OwnerGroup,
  { connector, digest }: { readonly connector: string; readonly digest: string },
  facts: ApprovalFacts,
): GroupState {
  const needed = facts.approvals.required + (facts.contributors.unattributed.length > 0 ? 1 : 0);
  const fallbackAsked = countersignersAtLeast(group.owners, facts) < needed;
  const asked = fallbackAsked ? [...group.owners, ...facts.fallback] : group.owners;
  const people = countersigners(asked, facts);
  const owners = new Set(people.keys());
  const target = { connector, digest, owners, bots: listedBots(asked), facts };
  const approvedBy = approvalsOf(facts).filter(
    ({ review }) => notCounted(review, target) === undefined,
  );
  const approvers = new Set(approvedBy.map(({ review }) => review.reviewer.id));
  return {
    group,
    needed,
    approvedBy,
    fallbackAsked,
    canAsk: [...people.values()].filter(({ id }) => !approvers.has(id)),
    unanswerable: unanswerable(asked, countersignersAtLeast(asked, facts), needed, facts),
  };
}

/** Everybody's names who are asked about a group. */
export function askedOwners(
  { group, fallbackAsked }: GroupState,
  { fallback }: ApprovalFacts,
): readonly OwnerName[] {
  return fallbackAsked ? [...group.owners, ...fallback] : group.owners;
}

function unanswerable(
  asked: readonly OwnerName[],
  people: number,
  needed: number,
  facts: ApprovalFacts,
): readonly string[] {
  if (asked.length === 0) return ["no owner is named for it, and there is no `*`"];
  const sentences = asked.flatMap((owner) => ownerFault(owner, facts) ?? []);
  return [...new Set([...sentences, ...tooFew(people, needed)])];
}

function tooFew(people: number, needed: number): readonly string[] {
  if (people >= needed) return [];
  if (people === 0) return ["no owner is left who did not contribute to this change"];
  const left = people === 1 ? "1 owner is left who" : `${people} owners are left who`;
  return [`${needed} approvals are needed, and only ${left} did not contribute to this change`];
}
