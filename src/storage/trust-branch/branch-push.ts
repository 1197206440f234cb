import type { Kysely, Selectable } from "kysely";
import type { BranchPushTable, StoreTables } from "../tables.ts";

/** A push to a branch, as its webhook told of it. */
export interface BranchPushSighting {
  readonly kind: "branch-push";
  readonly repositoryId: number;
  /** Without `refs/heads/`. */
  readonly ref: string;
  /** Absent when the push created the branch. */
  readonly beforeSha?: string;
  readonly afterSha: string;
  /** The repository's default branch at that moment. */
  readonly defaultBranch: string;
  /** Absent when GitHub names nobody. */
  readonly pusher?: { readonly id: number; readonly login: string };
}

/** A push that was seen, and its place in the order in which pushes were seen. */
export type BranchPush = Omit<BranchPushSighting, "kind"> & {
  readonly seq: number;
  /** When it was seen, in milliseconds. */
  readonly seenAt: number;
};

/** A move of a branch whose webhook never came, and that was found by looking. */
export interface RecoveredPush {
  readonly beforeSha: string;
  readonly afterSha: string;
}

/** Appends a sighting. */
export async function recordBranchPush(
  db: Kysely<StoreTables>,
  { repositoryId, ref, beforeSha, afterSha, defaultBranch, pusher }: BranchPushSighting,
  deliveryId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("branch_push")
    .values({
      repository_id: repositoryId,
      ref,
      before_sha: beforeSha ?? null,
      after_sha: afterSha,
      default_branch: defaultBranch,
      user_id: pusher?.id ?? null,
      login: pusher?.login ?? null,
      delivery_id: deliveryId,
      seen_at: now,
    })
    .execute();
}

/** Appends a move that nobody told of. */
export async function recordRecoveredPush(
  db: Kysely<StoreTables>,
  { repositoryId, ref }: { readonly repositoryId: number; readonly ref: string },
  { beforeSha, afterSha }: RecoveredPush,
  now: number,
): Promise<void> {
  await db
    .insertInto("branch_push")
    .values({
      repository_id: repositoryId,
      ref,
      before_sha: beforeSha,
      after_sha: afterSha,
      default_branch: null,
      user_id: null,
      login: null,
      delivery_id: null,
      seen_at: now,
    })
    .execute();
}

/** All moves of a branch that are known, in the order in which they became known. */
export async function readBranchPushes(
  db: Kysely<StoreTables>,
  repositoryId: number,
  ref: string,
): Promise<{ readonly told: readonly BranchPush[]; readonly recovered: readonly RecoveredPush[] }> {
  const rows = await db
    .selectFrom("branch_push")
    .selectAll()
    .where("repository_id", "=", repositoryId)
    .where("ref", "=", ref)
    .orderBy("seq", "desc")
    // What is older than this is long audited; a branch is pushed to without end.
    .limit(recentPushes)
    .execute();
  const inOrder = rows.reverse();
  return {
    told: inOrder.flatMap(toldPush),
    recovered: inOrder.flatMap(({ delivery_id, before_sha, after_sha }) =>
      delivery_id === null && before_sha !== null
        ? [{ beforeSha: before_sha, afterSha: after_sha }]
        : [],
    ),
  };
}

/** The pushes of any branch that were told and that made one of some commits its tip, in the order in which they were seen. */
export async function readPushesTo(
  db: Kysely<StoreTables>,
  repositoryId: number,
  commits: readonly string[],
): Promise<readonly BranchPush[]> {
  if (commits.length === 0) return [];
  const rows = await db
    .selectFrom("branch_push")
    .selectAll()
    .where("repository_id", "=", repositoryId)
    .where("after_sha", "in", commits)
    .orderBy("seq")
    .execute();
  return rows.flatMap(toldPush);
}

const recentPushes = 1_000;

function toldPush(row: Selectable<BranchPushTable>): readonly BranchPush[] {
  if (row.delivery_id === null || row.default_branch === null) return [];
  return [
    {
      seq: row.seq,
      seenAt: row.seen_at,
      repositoryId: row.repository_id,
      ref: row.ref,
      ...(row.before_sha === null ? {} : { beforeSha: row.before_sha }),
      afterSha: row.after_sha,
      defaultBranch: row.default_branch,
      ...(row.user_id === null || row.login === null
        ? {}
        : { pusher: { id: row.user_id, login: row.login } }),
    },
  ];
}
