import type { StoreContext } from "../store-context.ts";

/**
 * Takes the work of an installation, or of one repository of it, off the clock and its claims away. Nothing is
 * deleted: the next event makes a subject due again, and a sweep takes it for never judged, because the times at which
 * it was to be judged are lost.
 */
export async function forgetWork(
  { db }: StoreContext,
  installationId: number,
  repositoryId?: number,
): Promise<void> {
  const all = db
    .updateTable("work")
    .set({ run_at: null, lease_owner: null, lease_until: 0, completed_at: null })
    .where("installation_id", "=", installationId);
  const some = repositoryId === undefined ? all : all.where("repository_id", "=", repositoryId);
  await some.execute();
}
