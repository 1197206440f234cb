import type { Kysely } from "kysely";
import { appendDecision } from "../decisions/decision-entry.ts";
import type { StoreTables } from "../tables.ts";

/** An approval, bound to exactly what it approves for one connector. */
export interface NewBinding {
  readonly repositoryId: number;
  readonly pullNumber: number;
  readonly reviewId: number;
  readonly connector: string;
  readonly reviewerId: number;
  readonly reviewerLogin: string;
  /** Digest of the connector's delta at the head that the review was given on. */
  readonly digest: string;
  /** That head. */
  readonly headSha: string;
}

/** A binding that stands, and since when, in milliseconds. */
export interface Binding extends NewBinding {
  readonly boundAt: number;
}

const columns = [
  "repository_id as repositoryId",
  "pull_number as pullNumber",
  "review_id as reviewId",
  "connector",
  "reviewer_id as reviewerId",
  "reviewer_login as reviewerLogin",
  "digest",
  "head_sha as headSha",
  "bound_at as boundAt",
] as const;

/**
 * Binds a review for a connector unless it is bound already, and returns the binding that stands: the first. A first
 * one is also written to the decision log.
 */
export async function bindOnce(
  db: Kysely<StoreTables>,
  binding: NewBinding,
  now: number,
): Promise<Binding> {
  const inserted = await db
    .insertInto("approval_binding")
    .values({
      repository_id: binding.repositoryId,
      pull_number: binding.pullNumber,
      review_id: binding.reviewId,
      connector: binding.connector,
      reviewer_id: binding.reviewerId,
      reviewer_login: binding.reviewerLogin,
      digest: binding.digest,
      head_sha: binding.headSha,
      bound_at: now,
    })
    .onConflict((conflict) => conflict.columns(["review_id", "connector"]).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (inserted === undefined) {
    return await db
      .selectFrom("approval_binding")
      .select(columns)
      .where("review_id", "=", binding.reviewId)
      .where("connector", "=", binding.connector)
      .executeTakeFirstOrThrow();
  }
  const { reviewId, connector, reviewerId, reviewerLogin, digest } = inserted;
  await appendDecision(db, {
    at: now,
    kind: "approval",
    repository_id: binding.repositoryId,
    pull_number: binding.pullNumber,
    head_sha: binding.headSha,
    base_sha: null,
    work_key: null,
    generation: null,
    token: null,
    verdict: null,
    body: { reviewId, connector, reviewerId, reviewerLogin, digest },
  });
  return inserted;
}

/** The bindings of a pull request, in the order in which they were made. */
export async function readBindings(
  db: Kysely<StoreTables>,
  repositoryId: number,
  pullNumber: number,
): Promise<readonly Binding[]> {
  return await db
    .selectFrom("approval_binding")
    .select(columns)
    .where("repository_id", "=", repositoryId)
    .where("pull_number", "=", pullNumber)
    .orderBy("seq")
    .execute();
}
