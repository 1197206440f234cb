import type { Kysely } from "kysely";
import type { PeopleSightingTable, StoreTables } from "../tables.ts";

/** What GitHub said of a team, or of somebody's place in one. GitHub's own answers can be older for a while. */
export interface PeopleSighting {
  readonly kind: "people";
  readonly installationId: number;
  readonly what: PeopleSightingTable["what"];
  /** Absent: the organization as a whole. */
  readonly teamId?: number;
  /** Of a team that was named: `acme/treasury`. */
  readonly teamName?: string;
  /** Of somebody who joined or left. */
  readonly userId?: number;
}

/** Appends a sighting. */
export async function recordPeople(
  db: Kysely<StoreTables>,
  sighting: PeopleSighting,
  deliveryId: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("people_sighting")
    .values({
      installation_id: sighting.installationId,
      what: sighting.what,
      team_id: sighting.teamId ?? 0,
      team_name: sighting.teamName ?? null,
      user_id: sighting.userId ?? 0,
      delivery_id: deliveryId,
      seen_at: now,
    })
    .execute();
}

/** What a team came to, as far as webhooks told. */
export type TeamFate =
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "deleted" };

/** The last word on a team; undefined when nothing was said. */
export async function readTeamFate(
  db: Kysely<StoreTables>,
  installationId: number,
  teamId: number,
): Promise<TeamFate | undefined> {
  const row = await db
    .selectFrom("people_sighting")
    .select(["what", "team_name"])
    .where("installation_id", "=", installationId)
    .where("team_id", "=", teamId)
    .where("what", "in", ["team-named", "team-deleted"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return row.team_name === null ? { kind: "deleted" } : { kind: "named", name: row.team_name };
}

/** Those of some people who were last seen to leave a team or the organization, at `since` or later. */
export async function readLeftSince(
  db: Kysely<StoreTables>,
  installationId: number,
  { userIds, since }: { readonly userIds: readonly number[]; readonly since: number },
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("people_sighting")
    .select(["user_id", "team_id", "what"])
    .where("installation_id", "=", installationId)
    .where("user_id", "in", userIds)
    .where("seen_at", ">=", since)
    .orderBy("seq")
    .execute();
  const last = new Map(rows.map((row) => [`${row.user_id} ${row.team_id}`, row]));
  return new Set([...last.values()].flatMap((row) => (row.what === "left" ? [row.user_id] : [])));
}
