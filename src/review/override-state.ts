import type { ApprovalFacts } from "./approval-facts.ts";
import type { BreakGlass } from "./gate-config.ts";
import type { Override, OverrideFacts, OverrideVote } from "./override.ts";
import { type OverrideRefusal, overrideRefusal } from "./override-refusal.ts";

/** Why a vote does not count: its person may not, or what they looked at is not what is there now. */
export type VoteRefusal =
  | OverrideRefusal
  | { readonly kind: "withdrawn" }
  | { readonly kind: "other-commit" }
  | { readonly kind: "never-judged" }
  | { readonly kind: "stale" }
  | { readonly kind: "expired" };

/** How far overriding has come. */
export interface OverrideState {
  /** Stands in place of approvals now. */
  readonly inForce: Override | undefined;
  /** Votes that count and are too few. */
  readonly waiting: readonly OverrideVote[];
  /** How many people it needs. */
  readonly needed: number;
  readonly refused: readonly { readonly vote: OverrideVote; readonly because: VoteRefusal }[];
  /** Those that took effect before. */
  readonly given: readonly Override[];
  /** One of these took effect on the head as it is now. */
  readonly wasOnHead: boolean;
}

/** Who and what an override is judged by. */
export interface OverrideContext {
  readonly breakGlass: BreakGlass | undefined;
  /** The identity of all that is to be approved now. */
  readonly digest: string;
  readonly facts: ApprovalFacts;
}

/**
 * Judges what was seen of overrides. One takes two people of the team who did not contribute, one more where a commit names
 * nobody: the first asks and says why, the others confirm or ask for the same. All of them looked at this head and at exactly
 * what is to be approved now, and its time runs from the request.
 */
export function overrideState(
  { headSha, votes, given }: OverrideFacts,
  { breakGlass, digest, facts }: OverrideContext,
): OverrideState {
  const ttl = breakGlass?.ttl ?? 0;
  const inOrder = [...votes].sort(
    (a, b) => a.submittedAt - b.submittedAt || a.reviewId - b.reviewId,
  );
  const judged = inOrder.map((vote) => ({
    vote,
    because:
      overrideRefusal(vote, breakGlass, facts) ??
      outdated(vote, { headSha, digest, expiresBefore: facts.now - ttl }),
  }));
  const counted = judged.filter(({ because }) => because === undefined).map(({ vote }) => vote);
  const needed = facts.contributors.unattributed.length > 0 ? 3 : 2;
  const inForce = counted
    .filter(({ step }) => step === "request")
    .map((request) => confirmed(request, counted, ttl))
    .findLast(({ confirmedBy }) => confirmedBy.length >= needed - 1);
  return {
    inForce,
    waiting: inForce === undefined ? counted : [],
    needed,
    refused: judged.flatMap(({ vote, because }) =>
      because === undefined ? [] : [{ vote, because }],
    ),
    given,
    wasOnHead: given.some((one) => one.headSha === headSha),
  };
}

function outdated(
  vote: OverrideVote,
  now: { readonly headSha: string; readonly digest: string; readonly expiresBefore: number },
): VoteRefusal | undefined {
  if (vote.withdrawn) return { kind: "withdrawn" };
  if (vote.headSha !== now.headSha) return { kind: "other-commit" };
  if (vote.digest === "") return { kind: "never-judged" };
  if (vote.digest !== now.digest) return { kind: "stale" };
  return vote.submittedAt <= now.expiresBefore ? { kind: "expired" } : undefined;
}

/** A request with everybody else who spoke for it after it. */
function confirmed(
  { reviewId, person, reason, headSha, digest, submittedAt }: OverrideVote,
  counted: readonly OverrideVote[],
  ttl: number,
): Override {
  const from = counted.findIndex((vote) => vote.reviewId === reviewId);
  const others = counted.slice(from + 1).filter((vote) => vote.person.id !== person.id);
  return {
    reviewId,
    requestedBy: person,
    confirmedBy: [...new Map(others.map((vote) => [vote.person.id, vote.person])).values()],
    reason,
    headSha,
    digest,
    expiresAt: submittedAt + ttl,
  };
}
