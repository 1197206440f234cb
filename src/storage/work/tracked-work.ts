import type { StoreContext } from "../store-context.ts";
import { subjectOf, type WorkSubject } from "./work-subject.ts";

/** A subject that is followed, and when it was judged. */
export interface TrackedWork {
  readonly subject: WorkSubject;
  readonly generation: number;
  /** When it is due; absent: with the next event. */
  readonly runAt?: number;
  /** When it was judged last; absent: never. */
  readonly completedAt?: number;
  /** When somebody began to judge it last; absent: never. */
  readonly claimedAt?: number;
  readonly attempts: number;
  readonly lastError?: string;
}

/** The subjects of an installation, or of one repository of it, that are not closed, in the order of their keys. */
export async function readTrackedWork(
  { db }: StoreContext,
  installationId: number,
  repositoryId?: number,
): Promise<readonly TrackedWork[]> {
  const all = db
    .selectFrom("work")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("closed_at", "is", null)
    .orderBy("key");
  const some = repositoryId === undefined ? all : all.where("repository_id", "=", repositoryId);
  const rows = await some.execute();
  return rows.map((row) => ({
    subject: subjectOf(row),
    generation: row.generation,
    ...(row.run_at === null ? {} : { runAt: row.run_at }),
    ...(row.completed_at === null ? {} : { completedAt: row.completed_at }),
    ...(row.claimed_at === null ? {} : { claimedAt: row.claimed_at }),
    attempts: row.attempts,
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  }));
}
