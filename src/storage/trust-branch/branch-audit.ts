import type { Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";
import { type RecoveredPush, recordRecoveredPush } from "./branch-push.ts";

/** How far the audit of a trust branch has come. */
export interface AuditedBranch {
  readonly ref: string;
  /** The commit up to which every move was looked at. */
  readonly sha: string;
  /** The last push that was looked at, by its place in the order; absent: none, the branch itself was. */
  readonly seq?: number;
  /** A move that nobody told of and that was looked at. */
  readonly recovered?: RecoveredPush;
}

/** A branch whose policy is obeyed, as far as it is known. */
export interface TrustBranch {
  readonly ref: string;
  /** Absent: it was never audited. */
  readonly auditedSha?: string;
  /** Pushes up to this place were audited; 0: none. */
  readonly auditedSeq: number;
}

/** Notes how far a branch was audited, which makes it a trust branch. */
export async function recordAudit(
  db: Kysely<StoreTables>,
  repositoryId: number,
  { ref, sha, seq, recovered }: AuditedBranch,
  now: number,
): Promise<void> {
  if (recovered !== undefined) {
    await recordRecoveredPush(db, { repositoryId, ref }, recovered, now);
  }
  const place = seq === undefined ? {} : { audited_seq: seq };
  await db
    .insertInto("trust_branch")
    .values({
      repository_id: repositoryId,
      ref,
      trusted: 1,
      audited_sha: sha,
      audited_seq: seq ?? 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["repository_id", "ref"])
        .doUpdateSet({ trusted: 1, audited_sha: sha, ...place }),
    )
    .execute();
}

/** Which branches of a repository are trusted. */
export interface TrustedRefs {
  readonly defaultBranch: string;
  /** Those that the configuration names besides. */
  readonly branches: readonly string[];
  /** A branch whose audit is under way, and the push that it begins with. */
  readonly current?: { readonly ref: string; readonly seq: number };
}

/**
 * Notes which branches of a repository are trusted. One that becomes trusted is audited from its next push on, the default
 * branch from the first push that was seen; one that is none any more is followed no longer.
 */
export async function learnTrustBranches(
  db: Kysely<StoreTables>,
  repositoryId: number,
  { defaultBranch, branches, current }: TrustedRefs,
): Promise<void> {
  const others = branches.filter((ref) => ref !== defaultBranch);
  await db
    .updateTable("trust_branch")
    .set({ trusted: 0 })
    .where("repository_id", "=", repositoryId)
    .where("ref", "not in", [defaultBranch, ...others])
    .execute();
  await trust(db, repositoryId, { ref: defaultBranch, auditedSeq: 0 });
  for (const ref of others) {
    const auditedSeq =
      current?.ref === ref ? current.seq - 1 : await lastPush(db, repositoryId, ref);
    await trust(db, repositoryId, { ref, auditedSeq });
  }
}

async function trust(
  db: Kysely<StoreTables>,
  repositoryId: number,
  { ref, auditedSeq }: { readonly ref: string; readonly auditedSeq: number },
): Promise<void> {
  const fresh = { trusted: 1, audited_sha: null, audited_seq: auditedSeq };
  await db
    .insertInto("trust_branch")
    .values({ repository_id: repositoryId, ref, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["repository_id", "ref"])
        .doUpdateSet(fresh)
        .where("trust_branch.trusted", "=", 0),
    )
    .execute();
}

/** Place of the last push to a branch; 0: none was seen. */
async function lastPush(
  db: Kysely<StoreTables>,
  repositoryId: number,
  ref: string,
): Promise<number> {
  const { seq } = await db
    .selectFrom("branch_push")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .where("repository_id", "=", repositoryId)
    .where("ref", "=", ref)
    .executeTakeFirstOrThrow();
  // No row gives no maximum, which the type does not know.
  return (seq as number | null) ?? 0;
}

/** The trust branches of a repository; undefined when nobody has looked yet which they are. */
export async function readTrustBranches(
  db: Kysely<StoreTables>,
  repositoryId: number,
): Promise<readonly TrustBranch[] | undefined> {
  const rows = await db
    .selectFrom("trust_branch")
    .selectAll()
    .where("repository_id", "=", repositoryId)
    .orderBy("ref")
    .execute();
  if (rows.length === 0) return undefined;
  return rows
    .filter(({ trusted }) => trusted === 1)
    .map(({ ref, audited_sha, audited_seq }) => ({
      ref,
      ...(audited_sha === null ? {} : { auditedSha: audited_sha }),
      auditedSeq: audited_seq,
    }));
}
