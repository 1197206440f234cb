import { Lru } from "toad-cache";
import { type OwnerName, ownerKey } from "../../review/owner.ts";
import type { Person } from "../../review/person.ts";
import { type GitHubClient, statusOf } from "../client.ts";
import { orNotFound } from "./not-found.ts";
import { personOf } from "./pull-request.ts";

/** A team as the configuration names it. */
export type TeamName = OwnerName & { readonly kind: "team" };

/** What GitHub says of a team's name. */
export interface NamedTeam {
  readonly id: number;
  readonly slug: string;
  /** How many members GitHub counts. */
  readonly size: number;
}

const keptMs = 300_000;
/** Teams that exist, by client and so by installation. Nothing else about people is kept. */
const cache = new WeakMap<GitHubClient, Lru<NamedTeam>>();

/**
 * The team that a name leads to now; undefined when there is none that the app can see. An answer is kept for five
 * minutes of one `epoch`, which rises with everything that webhooks tell about teams and members. Who is in it is
 * never kept.
 */
export async function readTeam(
  github: GitHubClient,
  owner: TeamName,
  epoch: number,
): Promise<NamedTeam | undefined> {
  const kept = cache.get(github) ?? new Lru<NamedTeam>(512, keptMs);
  cache.set(github, kept);
  const key = `${epoch} ${ownerKey(owner)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const answer = await orInvisible(github.rest.teams.getByName(placeOf(owner)));
  if (answer === undefined) return undefined;
  const { id, slug, members_count: size } = answer.data;
  const found = { id, slug, size };
  kept.set(key, found);
  return found;
}

/** Everybody who is in a team or in one below it. A team that is not there is an error, never an empty team. */
export async function readTeamMembers(
  github: GitHubClient,
  owner: TeamName,
): Promise<readonly Person[]> {
  const members = await github.paginate(github.rest.teams.listMembersInOrg, {
    ...placeOf(owner),
    per_page: 100,
  });
  return members.map(personOf).filter((person) => person !== null);
}

/** True when GitHub calls somebody's membership of a team, or of one below it, active: neither invited nor suspended. */
export async function isActiveMember(
  github: GitHubClient,
  owner: TeamName,
  { login }: Person,
): Promise<boolean> {
  const membership = await orNotFound(
    github.rest.teams.getMembershipForUserInOrg({ ...placeOf(owner), username: login }),
  );
  return membership?.data.state === "active";
}

function placeOf({ org, slug }: TeamName): { readonly org: string; readonly team_slug: string } {
  return { org, team_slug: slug };
}

/** A team of another organization is refused rather than not found; a limit that is reached is an error like any other. */
async function orInvisible<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await orNotFound(answer);
  } catch (error) {
    const isRefusal = statusOf(error) === 403 && error instanceof Error;
    if (isRefusal && /not accessible by integration/i.test(error.message)) return undefined;
    throw error;
  }
}
