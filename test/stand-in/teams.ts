import type { Account, Organization, State, Team, TeamMember } from "./state.ts";

/** The organization with this login, or `undefined`. */
export function findOrganization(state: State, login: string): Organization | undefined {
  return [...state.organizations.values()].find(
    ({ account }) => account.login.toLowerCase() === login.toLowerCase(),
  );
}

/** The same, for the person's side. */
export function organizationOf(state: State, login: string): Organization {
  const organization = findOrganization(state, login);
  if (organization === undefined) throw new Error(`no organization ${login}: create it first`);
  return organization;
}

/** The team with this slug, whatever its case; `undefined` when there is none. Says nothing about who may see it. */
export function findTeam(state: State, organization: Organization, slug: string): Team | undefined {
  return [...state.teams.values()].find(
    (team) => team.organization === organization && team.slug.toLowerCase() === slug.toLowerCase(),
  );
}

/** A team written `acme/finance`, for the person's side. */
export function teamOf(state: State, name: string): Team {
  const [login = "", slug = ""] = name.replace(/^@/, "").split("/");
  const team = findTeam(state, organizationOf(state, login), slug);
  if (team === undefined) throw new Error(`no team ${name}: create it first`);
  return team;
}

/** A team and all teams below it. */
function withDescendants(state: State, team: Team): Team[] {
  const below = [...state.teams.values()].filter(({ parent }) => parent === team);
  return [team, ...below.flatMap((child) => withDescendants(state, child))];
}

/**
 * A user's membership of a team, own or by a child team; `undefined` when there is none, or when the user is gone or
 * suspended. An active membership anywhere below outranks a pending invitation. Owners of the organization show as
 * maintainers.
 */
export function membershipIn(state: State, team: Team, user: Account): TeamMember | undefined {
  const found = withDescendants(state, team)
    .flatMap(({ members }) => members.get(user.id) ?? [])
    .sort((a, b) => Number(b.state === "active") - Number(a.state === "active"))[0];
  if (found === undefined || user.deleted || user.suspendedAt !== null) return undefined;
  const owner = team.organization.members.get(user.id)?.role === "admin";
  return owner ? { ...found, role: "maintainer" } : found;
}

/** The active members of a team and of its child teams, by id. */
export function activeMembers(state: State, team: Team): TeamMember[] {
  const users = new Map(
    withDescendants(state, team).flatMap(({ members }) =>
      [...members].map(([id, member]) => [id, member.user] as const),
    ),
  );
  return [...users.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, user]) => membershipIn(state, team, user) ?? [])
    .filter((member) => member.state === "active");
}

/** GitHub's slug for a team's name. */
export function slugFor(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "");
}
