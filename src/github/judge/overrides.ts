import type { Json } from "../../policy/call.ts";
import { type Override, type OverrideFacts, overrideDigest } from "../../review/override.ts";
import type { Person } from "../../review/person.ts";
import type { NewOverrideBinding } from "../../storage/approvals/override-ledger.ts";
import type { StoredVote } from "../../storage/approvals/override-vote.ts";
import type { Store } from "../../storage/store.ts";
import type { ListedReview } from "../read/reviews.ts";
import { type PresentChange, shownDigests } from "./shown-digests.ts";

interface Place {
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly headSha: string;
}

/** Who gave a vote. */
export function voterOf({ personId, login, personType }: StoredVote): Person {
  return { id: personId, login, kind: personType === "Bot" ? "bot" : "user" };
}

/**
 * Binds each vote that is not bound yet to what its person could see (`shownDigests`): all that was asked approval for. A
 * vote of what nobody could see, or that may not count, is bound to nothing for good. `refusalOf`: why a person may not, in
 * a word.
 */
export async function bindOverrides(
  store: Store,
  present: PresentChange,
  {
    votes,
    refusalOf,
  }: {
    readonly votes: readonly StoredVote[];
    readonly refusalOf: (vote: StoredVote) => Promise<string | undefined>;
  },
): Promise<void> {
  const bindings: NewOverrideBinding[] = [];
  for (const vote of votes.filter(({ digest }) => digest === undefined)) {
    const refusal = await refusalOf(vote);
    const shown = await shownDigests(store, vote, present);
    const digest = refusal !== undefined || shown === undefined ? "" : overrideDigest(shown);
    bindings.push({ vote, digest, outcome: refusal ?? "counted" });
  }
  if (bindings.length > 0) await store.overrides.bind(bindings);
}

/** What was seen of overrides, joined with what GitHub lists now: a vote whose review was dismissed is withdrawn. */
export async function overrideFacts(
  store: Store,
  { repositoryId, pullNumber, headSha }: Place,
  listed: readonly ListedReview[],
): Promise<OverrideFacts> {
  const standing = new Set(
    listed.filter(({ state }) => state === "approved" || state === "commented").map(({ id }) => id),
  );
  const votes = await store.overrides.votesOf(repositoryId, pullNumber);
  const given = await store.overrides.givenOf(repositoryId, pullNumber);
  return {
    headSha,
    votes: votes.map((vote) => ({
      reviewId: vote.reviewId,
      person: voterOf(vote),
      step: vote.step,
      reason: vote.reason,
      headSha: vote.headSha,
      submittedAt: vote.submittedAt,
      digest: vote.digest ?? "",
      withdrawn: !standing.has(vote.reviewId),
    })),
    given: given.map(({ reviewId, headSha: at, digest, expiresAt, body }) => ({
      ...(body as unknown as Pick<Override, "requestedBy" | "confirmedBy" | "reason">),
      reviewId,
      headSha: at,
      digest,
      expiresAt,
    })),
  };
}

/** Puts an override that takes effect on record, before anything is published. */
export async function recordOverride(
  store: Store,
  { repositoryId, pullNumber }: Place,
  { reviewId, headSha, digest, expiresAt, ...who }: Override,
): Promise<void> {
  const { requestedBy, confirmedBy, reason } = who;
  const person = ({ id, login, kind }: Person): Json => ({ id, login, kind });
  const body = {
    requestedBy: person(requestedBy),
    confirmedBy: confirmedBy.map(person),
    reason,
  };
  await store.overrides.give({
    repositoryId,
    pullNumber,
    reviewId,
    headSha,
    digest,
    expiresAt,
    body,
  });
}
