import {
  type ApprovalFacts,
  approvalsOf,
  countersigners,
  listedBots,
  ownerIds,
} from "./approval-facts.ts";
import { changeRequests } from "./change-requests.ts";
import { askedOwners, type GroupState, groupState } from "./group-state.ts";
import { notCounted } from "./not-counted.ts";
import type { Person } from "./person.ts";
import { type Requirement, requirementDigest } from "./requirement.ts";

/** How far one connector has come. */
export interface RequirementState {
  readonly requirement: Requirement;
  readonly digest: string;
  readonly status: "approved" | "waiting" | "changes-requested" | "unanswerable";
  readonly groups: readonly GroupState[];
  /** Owners whose change request keeps the connector closed. */
  readonly changesRequestedBy: readonly Person[];
  /** Approvals of owners that do not count any more because the change is now a different one. */
  readonly staleApprovals: readonly Person[];
  /** When the first counted approval expires, milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

/** Judges one requirement. Everything that is not proved is closed. */
export function requirementState(requirement: Requirement, facts: ApprovalFacts): RequirementState {
  const { connector } = requirement;
  const digest = requirementDigest(requirement, facts.resolve);
  const groups = requirement.groups.map((group) => groupState(group, { connector, digest }, facts));
  const asked = groups.flatMap((group) => askedOwners(group, facts));
  const owners = ownerIds(asked, facts);
  const changesRequestedBy = changeRequests(facts.standing, owners, countersigners(asked, facts));
  const target = { connector, digest, owners, bots: listedBots(asked), facts };
  return {
    requirement,
    digest,
    groups,
    changesRequestedBy,
    status: statusOf(groups, changesRequestedBy),
    staleApprovals: approvalsOf(facts)
      .filter(({ review }) => notCounted(review, target)?.kind === "stale")
      .map(({ review }) => review.reviewer),
    expiresAt: earliest(
      groups
        .flatMap(({ approvedBy }) => approvedBy)
        .map(({ review }) => review.submittedAt + facts.approvals.ttl),
    ),
  };
}

function statusOf(
  groups: readonly GroupState[],
  changesRequestedBy: readonly Person[],
): RequirementState["status"] {
  if (groups.some(({ unanswerable }) => unanswerable.length > 0)) return "unanswerable";
  if (changesRequestedBy.length > 0) return "changes-requested";
  const satisfied = groups.every(({ approvedBy, needed }) => approvedBy.length >= needed);
  return satisfied && groups.length > 0 ? "approved" : "waiting";
}

/** The earliest of some moments, milliseconds since the epoch; undefined when there is none. */
export function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}
