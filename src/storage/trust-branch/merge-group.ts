import type { Kysely, Selectable } from "kysely";
import type { MergeGroupTable, StoreTables } from "../tables.ts";

/** What GitHub said of a group of a merge queue. */
export interface MergeGroupSighting {
  readonly kind: "merge-group";
  readonly repositoryId: number;
  /** The commit that the branch will move to when the group is merged. */
  readonly headSha: string;
  /** The full name of the queue's own branch, which names a pull request. */
  readonly headRef: string;
  /** What the group stands on: the branch's tip or the group before it in the queue. */
  readonly baseSha: string;
  /** The branch that it goes into, without `refs/heads/`. */
  readonly baseRef: string;
  /** `left`: it was invalidated or dequeued. */
  readonly state: "queued" | "merged" | "left";
}

/** A group of a merge queue, as GitHub spoke of it last. */
export type MergeGroup = Omit<MergeGroupSighting, "kind">;

/** Appends a sighting. */
export async function recordMergeGroup(
  db: Kysely<StoreTables>,
  sighting: MergeGroupSighting,
  deliveryId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("merge_group")
    .values({
      repository_id: sighting.repositoryId,
      head_sha: sighting.headSha,
      head_ref: sighting.headRef,
      base_sha: sighting.baseSha,
      base_ref: sighting.baseRef,
      state: sighting.state,
      delivery_id: deliveryId,
      seen_at: now,
    })
    .execute();
}

/** The group with this head, as it was seen last; undefined when it never was. */
export async function readMergeGroup(
  db: Kysely<StoreTables>,
  repositoryId: number,
  headSha: string,
): Promise<MergeGroup | undefined> {
  const row = await db
    .selectFrom("merge_group")
    .selectAll()
    .where("repository_id", "=", repositoryId)
    .where("head_sha", "=", headSha)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && groupOf(row);
}

/** The groups of a repository that are in a queue, in the order in which GitHub made them. */
export async function readQueuedGroups(
  db: Kysely<StoreTables>,
  repositoryId: number,
): Promise<readonly MergeGroup[]> {
  const rows = await db
    .selectFrom("merge_group")
    .selectAll()
    .where("repository_id", "=", repositoryId)
    .where("state", "=", "queued")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("merge_group as later")
            .select("later.seq")
            .whereRef("later.repository_id", "=", "merge_group.repository_id")
            .whereRef("later.head_sha", "=", "merge_group.head_sha")
            .whereRef("later.seq", ">", "merge_group.seq"),
        ),
      ),
    )
    .orderBy("seq")
    .execute();
  return rows.map(groupOf);
}

function groupOf(row: Selectable<MergeGroupTable>): MergeGroup {
  return {
    repositoryId: row.repository_id,
    headSha: row.head_sha,
    headRef: row.head_ref,
    baseSha: row.base_sha,
    baseRef: row.base_ref,
    state: row.state,
  };
}
