import type { StoreContext } from "../store-context.ts";
import { subjectKey } from "../work/work-subject.ts";
import {
  type ConfiguredPlace,
  forgetIdentities,
  readIdentity,
  rememberIdentity,
} from "./owner-identity.ts";
import { readLeftSince, readTeamFate, type TeamFate } from "./people-sighting.ts";

/** How long GitHub's answers may lag behind its webhooks about people, in milliseconds. */
const lagMs = 30_000;

/** What is known of owners beyond what GitHub says now. */
export interface KnownPeople {
  /** Rises with every accepted delivery about the teams and members of an installation; 0: there was none. */
  epochOf(installationId: number): Promise<number>;
  /** Remembers whom a name stands for unless that is known, and returns whom it stood for first. */
  identify(place: ConfiguredPlace, owner: string, identity: string): Promise<string>;
  /** Whom a name stood for first; undefined when it was never looked up. */
  identityOf(place: ConfiguredPlace, owner: string): Promise<string | undefined>;
  /** Forgets every name but these, which the configuration has now. */
  keepOnly(place: ConfiguredPlace, owners: ReadonlySet<string>): Promise<void>;
  /** What became of a team, as far as webhooks told. */
  fateOf(installationId: number, teamId: number): Promise<TeamFate | undefined>;
  /** Those of some people who left a team or the organization within the last half minute, and did not come back. */
  justLeft(installationId: number, userIds: readonly number[]): Promise<ReadonlySet<number>>;
}

/** The known people of a store. */
export function knownPeople({ db, now }: StoreContext): KnownPeople {
  return {
    epochOf: async (installationId) => {
      const nowhere = { repositoryId: 0, owner: "", repo: "" };
      const row = await db
        .selectFrom("work")
        .select("generation")
        .where("key", "=", subjectKey({ ...nowhere, kind: "people", installationId }))
        .executeTakeFirst();
      return row?.generation ?? 0;
    },
    identify: async (place, owner, identity) =>
      rememberIdentity(db, place, { owner, identity, at: await now(db) }),
    identityOf: (place, owner) => readIdentity(db, place, owner),
    keepOnly: (place, owners) => forgetIdentities(db, place, owners),
    fateOf: (installationId, teamId) => readTeamFate(db, installationId, teamId),
    justLeft: async (installationId, userIds) =>
      readLeftSince(db, installationId, { userIds, since: (await now(db)) - lagMs }),
  };
}
