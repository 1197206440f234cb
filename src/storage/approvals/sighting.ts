import type { InsertObject, Kysely } from "kysely";
import { type PeopleSighting, recordPeople } from "../people/people-sighting.ts";
import type { StoreTables } from "../tables.ts";
import { type BranchPushSighting, recordBranchPush } from "../trust-branch/branch-push.ts";
import { type MergeGroupSighting, recordMergeGroup } from "../trust-branch/merge-group.ts";
import { withoutNulls } from "../without-nulls.ts";
import {
  type OverrideButtonSighting,
  type OverrideVoteSighting,
  recordButton,
  recordVote,
} from "./override-vote.ts";

/** A review as a webhook told of it, with the head that the pull request had at that moment. */
export interface ReviewSighting {
  readonly kind: "review";
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly reviewId: number;
  readonly action: "submitted" | "edited" | "dismissed";
  readonly state: "approved" | "changes_requested" | "commented" | "dismissed";
  readonly reviewerId: number;
  readonly reviewerLogin: string;
  /** GitHub's account type, `User` or `Bot`. */
  readonly reviewerType: string;
  readonly headSha: string;
  /** GitHub's `submitted_at`, in milliseconds. */
  readonly submittedAt: number;
  /** Who caused the event: for a dismissal the one who dismissed. */
  readonly senderId: number;
  readonly senderLogin: string;
}

/** A push to a pull request, and who pushed. */
export interface PushSighting {
  readonly kind: "push";
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly userId: number;
  readonly login: string;
  readonly beforeSha?: string;
  readonly headSha: string;
}

/** What a delivery witnessed. GitHub moves a review's commit afterwards; a sighting is never moved. */
export type Sighting =
  | ReviewSighting
  | PushSighting
  | MergeGroupSighting
  | BranchPushSighting
  | PeopleSighting
  | OverrideVoteSighting
  | OverrideButtonSighting;

/** Which delivery witnessed it, and when it was accepted, in milliseconds. */
export interface Witness {
  readonly deliveryId: string;
  readonly seenAt: number;
}

/** Everything that was witnessed of one pull request, each list in the order of acceptance. */
export interface WitnessedHistory {
  readonly reviews: readonly (ReviewSighting & Witness)[];
  readonly pushes: readonly (PushSighting & Witness)[];
}

/** A sighting, and the delivery that witnessed it. */
export interface WitnessedBy {
  readonly sighting: Sighting;
  readonly deliveryId: string;
}

/** Appends sightings, those of each kind in the given order. */
export async function recordSightings(
  db: Kysely<StoreTables>,
  witnessed: readonly WitnessedBy[],
  now: number,
): Promise<void> {
  const pushes: InsertObject<StoreTables, "push_sighting">[] = [];
  const reviews: InsertObject<StoreTables, "review_sighting">[] = [];
  for (const { sighting, deliveryId } of witnessed) {
    const witness = { delivery_id: deliveryId, seen_at: now };
    if (sighting.kind === "push") pushes.push({ ...pushRow(sighting), ...witness });
    else if (sighting.kind === "review") reviews.push({ ...reviewRow(sighting), ...witness });
    else await recordOther(db, sighting, deliveryId, now);
  }
  if (pushes.length > 0) await db.insertInto("push_sighting").values(pushes).execute();
  if (reviews.length > 0) await db.insertInto("review_sighting").values(reviews).execute();
}

async function recordOther(
  db: Kysely<StoreTables>,
  sighting: Exclude<Sighting, PushSighting | ReviewSighting>,
  deliveryId: string,
  now: number,
): Promise<void> {
  switch (sighting.kind) {
    case "merge-group":
      return await recordMergeGroup(db, sighting, deliveryId, now);
    case "branch-push":
      return await recordBranchPush(db, sighting, deliveryId, now);
    case "override-vote":
      return await recordVote(db, sighting, { deliveryId, seenAt: now });
    case "override-button":
      return await recordButton(db, sighting, now);
    case "people":
      return await recordPeople(db, sighting, deliveryId, now);
  }
}

function pushRow(sighting: PushSighting) {
  return {
    repository_id: sighting.repositoryId,
    pull_number: sighting.pullNumber,
    head_sha: sighting.headSha,
    user_id: sighting.userId,
    login: sighting.login,
    before_sha: sighting.beforeSha ?? null,
  };
}

function reviewRow(sighting: ReviewSighting) {
  return {
    repository_id: sighting.repositoryId,
    pull_number: sighting.pullNumber,
    head_sha: sighting.headSha,
    review_id: sighting.reviewId,
    action: sighting.action,
    state: sighting.state,
    reviewer_id: sighting.reviewerId,
    reviewer_login: sighting.reviewerLogin,
    reviewer_type: sighting.reviewerType,
    submitted_at: sighting.submittedAt,
    sender_id: sighting.senderId,
    sender_login: sighting.senderLogin,
  };
}

/** Reads everything that was witnessed of a pull request. */
export async function readSightings(
  db: Kysely<StoreTables>,
  repositoryId: number,
  pullNumber: number,
): Promise<WitnessedHistory> {
  const reviews = await db
    .selectFrom("review_sighting")
    .select([
      "repository_id as repositoryId",
      "pull_number as pullNumber",
      "review_id as reviewId",
      "action",
      "state",
      "reviewer_id as reviewerId",
      "reviewer_login as reviewerLogin",
      "reviewer_type as reviewerType",
      "head_sha as headSha",
      "submitted_at as submittedAt",
      "sender_id as senderId",
      "sender_login as senderLogin",
      "delivery_id as deliveryId",
      "seen_at as seenAt",
    ])
    .where("repository_id", "=", repositoryId)
    .where("pull_number", "=", pullNumber)
    .orderBy("seq")
    .execute();
  const pushes = await db
    .selectFrom("push_sighting")
    .select([
      "repository_id as repositoryId",
      "pull_number as pullNumber",
      "user_id as userId",
      "login",
      "before_sha as beforeSha",
      "head_sha as headSha",
      "delivery_id as deliveryId",
      "seen_at as seenAt",
    ])
    .where("repository_id", "=", repositoryId)
    .where("pull_number", "=", pullNumber)
    .orderBy("seq")
    .execute();
  return {
    reviews: reviews.map((review) => ({ kind: "review", ...review })),
    pushes: pushes.map((push) => ({ kind: "push", ...withoutNulls(push) })),
  };
}
