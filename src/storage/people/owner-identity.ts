import type { Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";

/** Whose configuration names the owners. */
export interface ConfiguredPlace {
  readonly repositoryId: number;
  /** The trust branch. */
  readonly branch: string;
}

/**
 * Remembers whom an owner's name stands for, unless that is known already, and returns whom it stood for first. A name
 * can be given away on GitHub, an identity cannot.
 */
export async function rememberIdentity(
  db: Kysely<StoreTables>,
  { repositoryId, branch }: ConfiguredPlace,
  {
    owner,
    identity,
    at,
  }: { readonly owner: string; readonly identity: string; readonly at: number },
): Promise<string> {
  const place = { repository_id: repositoryId, branch, owner };
  const inserted = await db
    .insertInto("owner_identity")
    .values({ ...place, identity, remembered_at: at })
    .onConflict((conflict) => conflict.columns(["repository_id", "branch", "owner"]).doNothing())
    .returning("identity")
    .executeTakeFirst();
  if (inserted !== undefined) return inserted.identity;
  const first = await readIdentity(db, { repositoryId, branch }, owner);
  // Between the two statements the configuration may have dropped the name: then nothing stands against it.
  return first ?? identity;
}

/** Whom an owner's name stood for first; undefined when it was never looked up. */
export async function readIdentity(
  db: Kysely<StoreTables>,
  { repositoryId, branch }: ConfiguredPlace,
  owner: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("owner_identity")
    .select("identity")
    .where("repository_id", "=", repositoryId)
    .where("branch", "=", branch)
    .where("owner", "=", owner)
    .executeTakeFirst();
  return row?.identity;
}

/** Forgets the names that the configuration does not have any more: written anew, they are looked up anew. */
export async function forgetIdentities(
  db: Kysely<StoreTables>,
  { repositoryId, branch }: ConfiguredPlace,
  owners: ReadonlySet<string>,
): Promise<void> {
  const rows = await db
    .selectFrom("owner_identity")
    .select("owner")
    .where("repository_id", "=", repositoryId)
    .where("branch", "=", branch)
    .execute();
  for (const { owner } of rows.filter((row) => !owners.has(row.owner))) {
    await db
      .deleteFrom("owner_identity")
      .where("repository_id", "=", repositoryId)
      .where("branch", "=", branch)
      .where("owner", "=", owner)
      .execute();
  }
}
