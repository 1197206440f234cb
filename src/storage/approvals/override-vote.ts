import type { Kysely } from "kysely";
import { appendDecision } from "../decisions/decision-entry.ts";
import type { StoreTables } from "../tables.ts";
import { withoutNulls } from "../without-nulls.ts";

/** A review that asks to override the gate, or confirms it, as it was submitted. Later edits of it mean nothing. */
export interface OverrideVoteSighting {
  readonly kind: "override-vote";
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly reviewId: number;
  readonly step: "request" | "confirm";
  readonly personId: number;
  readonly login: string;
  /** GitHub's account type, `User` or `Bot`. */
  readonly personType: string;
  readonly reason: string;
  readonly headSha: string;
  /** GitHub's `submitted_at`, in milliseconds. */
  readonly submittedAt: number;
}

/** Somebody pressed a button of a check run. It never answers anything; it is on record. */
export interface OverrideButtonSighting {
  readonly kind: "override-button";
  readonly repositoryId: number;
  /** Absent where GitHub names no pull request for the commit. */
  readonly pullNumber?: number;
  readonly headSha: string;
  /** The button's name, from the delivery. */
  readonly identifier: string;
  readonly personId: number;
  readonly login: string;
}

/** A vote as it stands in the store. */
export interface StoredVote extends Omit<OverrideVoteSighting, "kind"> {
  /** When its delivery was accepted, in milliseconds. */
  readonly seenAt: number;
  /** The identity of all that was to be approved when it was first judged; absent until then. */
  readonly digest?: string;
}

/** Records a vote. A review votes once: what is delivered again changes nothing. */
export async function recordVote(
  db: Kysely<StoreTables>,
  vote: OverrideVoteSighting,
  { deliveryId, seenAt }: { readonly deliveryId: string; readonly seenAt: number },
): Promise<void> {
  await db
    .insertInto("override_vote")
    .values({
      repository_id: vote.repositoryId,
      pull_number: vote.pullNumber,
      review_id: vote.reviewId,
      head_sha: vote.headSha,
      step: vote.step,
      person_id: vote.personId,
      login: vote.login,
      person_type: vote.personType,
      reason: vote.reason,
      submitted_at: vote.submittedAt,
      delivery_id: deliveryId,
      seen_at: seenAt,
    })
    .onConflict((conflict) => conflict.column("review_id").doNothing())
    .execute();
}

/** Writes a pressed button to the decision log, within a transaction that has taken its turn. */
export async function recordButton(
  db: Kysely<StoreTables>,
  { repositoryId, pullNumber, headSha, identifier, personId, login }: OverrideButtonSighting,
  now: number,
): Promise<void> {
  await appendDecision(db, {
    at: now,
    kind: "override",
    repository_id: repositoryId,
    pull_number: pullNumber ?? null,
    head_sha: headSha,
    base_sha: null,
    work_key: null,
    generation: null,
    token: null,
    verdict: null,
    body: { step: "button", outcome: "ignored", identifier, personId, login },
  });
}

/** The votes of a pull request with what they are bound to, in the order in which they were seen. */
export async function readVotes(
  db: Kysely<StoreTables>,
  repositoryId: number,
  pullNumber: number,
): Promise<readonly StoredVote[]> {
  const votes = await db
    .selectFrom("override_vote as vote")
    .leftJoin("override_binding as binding", "binding.review_id", "vote.review_id")
    .select([
      "vote.repository_id as repositoryId",
      "vote.pull_number as pullNumber",
      "vote.review_id as reviewId",
      "vote.step",
      "vote.person_id as personId",
      "vote.login",
      "vote.person_type as personType",
      "vote.reason",
      "vote.head_sha as headSha",
      "vote.submitted_at as submittedAt",
      "vote.seen_at as seenAt",
      "binding.digest",
    ])
    .where("vote.repository_id", "=", repositoryId)
    .where("vote.pull_number", "=", pullNumber)
    .orderBy("vote.seq")
    .execute();
  return votes.map(withoutNulls);
}
