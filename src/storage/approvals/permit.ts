import type { Kysely } from "kysely";
import { appendDecision } from "../decisions/decision-entry.ts";
import type { StoreTables } from "../tables.ts";
import { withoutNulls } from "../without-nulls.ts";

/** One approval of one connector, used by one merge. */
export interface NewPermit {
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly reviewId: number;
  readonly connector: string;
  readonly digest: string;
  readonly headSha: string;
  /** The commit on the trust branch, once it is known. */
  readonly mergeSha?: string;
}

/** A permit that was spent, and when, in milliseconds. */
export interface Permit extends NewPermit {
  readonly spentAt: number;
}

/**
 * Spends an approval: true the first time, false ever after, by a uniqueness constraint and not by a lock. The first
 * time is also written to the decision log.
 */
export async function spendPermit(
  db: Kysely<StoreTables>,
  permit: NewPermit,
  now: number,
): Promise<boolean> {
  const { reviewId, connector, digest, mergeSha } = permit;
  const spent = await db
    .insertInto("permit")
    .values({
      repository_id: permit.repositoryId,
      pull_number: permit.pullNumber,
      review_id: reviewId,
      connector,
      digest,
      head_sha: permit.headSha,
      merge_sha: mergeSha ?? null,
      spent_at: now,
    })
    .onConflict((conflict) => conflict.columns(["review_id", "connector"]).doNothing())
    .returning("seq")
    .executeTakeFirst();
  if (spent === undefined) return false;
  await appendDecision(db, {
    at: now,
    kind: "spent",
    repository_id: permit.repositoryId,
    pull_number: permit.pullNumber,
    head_sha: permit.headSha,
    base_sha: null,
    work_key: null,
    generation: null,
    token: null,
    verdict: null,
    body: { reviewId, connector, digest, mergeSha: mergeSha ?? null },
  });
  return true;
}

/** The approvals that a pull request has used, in the order in which they were spent. */
export async function readPermits(
  db: Kysely<StoreTables>,
  repositoryId: number,
  pullNumber: number,
): Promise<readonly Permit[]> {
  const rows = await db
    .selectFrom("permit")
    .select([
      "repository_id as repositoryId",
      "pull_number as pullNumber",
      "review_id as reviewId",
      "connector",
      "digest",
      "head_sha as headSha",
      "merge_sha as mergeSha",
      "spent_at as spentAt",
    ])
    .where("repository_id", "=", repositoryId)
    .where("pull_number", "=", pullNumber)
    .orderBy("seq")
    .execute();
  return rows.map(withoutNulls);
}
