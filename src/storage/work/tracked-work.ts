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
  readonly attempts: number;
  readonly lastError?: string;
}

/** The subjects of a repository that are not closed, in the order of their keys. */
export async function readTrackedWork(
  { db }: StoreContext,
  installationId: number,
  repositoryId: number,
): Promise<readonly TrackedWork[]> {
  const rows = await db
    .selectFrom("work")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("repository_id", "=", repositoryId)
    .where("closed_at", "is", null)
    .orderBy("key")
    .execute();
  return rows.map((row) => ({
    subject: subjectOf(row),
    generation: row.generation,
    ...(row.run_at === null ? {} : { runAt: row.run_at }),
    ...(row.completed_at === null ? {} : { completedAt: row.completed_at }),
    attempts: row.attempts,
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  }));
}
