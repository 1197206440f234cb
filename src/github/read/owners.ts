import type { OwnerName } from "../../review/owner.ts";
import type { OwnerResolution } from "../../review/owner-resolution.ts";
import type { Person } from "../../review/person.ts";
import { type GitHubClient, type Repository, statusOf } from "../client.ts";
import { personOf } from "./pull-request.ts";

/**
 * Looks an owner up on GitHub as it is now. A team or user that does not exist, or that the app cannot see, comes back
 * as `unknown` with the reason; every other failure throws, so that "nobody" is never the answer to an error.
 */
export async function resolveOwner(
  github: GitHubClient,
  repository: Repository,
  owner: OwnerName,
): Promise<OwnerResolution> {
  return owner.kind === "team"
    ? resolveTeam(github, owner)
    : resolveUser(github, repository, owner);
}

async function resolveTeam(
  github: GitHubClient,
  owner: OwnerName & { readonly kind: "team" },
): Promise<OwnerResolution> {
  const team = { org: owner.org, team_slug: owner.slug };
  const found = await orInvisible(github.rest.teams.getByName(team));
  if (found === undefined) {
    return { kind: "unknown", owner, because: "the team does not exist or the app cannot see it" };
  }
  if (found.data.slug.toLowerCase() !== owner.slug) {
    return { kind: "unknown", owner, because: `the team is now called \`${found.data.slug}\`` };
  }
  const members = await github.paginate(github.rest.teams.listMembersInOrg, {
    ...team,
    per_page: 100,
  });
  return {
    kind: "team",
    owner,
    id: found.data.id,
    members: members.map(personOf).filter((person) => person !== null),
  };
}

async function resolveUser(
  github: GitHubClient,
  { owner: repositoryOwner, repo }: Repository,
  owner: OwnerName & { readonly kind: "user" },
): Promise<OwnerResolution> {
  const found = await orNotFound(
    github.rest.repos.getCollaboratorPermissionLevel({
      owner: repositoryOwner,
      repo,
      username: owner.login,
    }),
  );
  const person = personOf(found?.data.user);
  if (found === undefined || person === null) {
    return { kind: "unknown", owner, because: "there is no such user" };
  }
  return found.data.permission === "none"
    ? { kind: "unknown", owner, because: "the user has no access to this repository" }
    : { kind: "user", owner, person };
}

/**
 * The people of a team who are members now: a listed member whose membership GitHub does not call active (invited,
 * suspended) is left out. Asked only for those whose approval would count.
 */
export async function activeMembers(
  github: GitHubClient,
  owner: OwnerName & { readonly kind: "team" },
  candidates: readonly Person[],
): Promise<readonly Person[]> {
  const active: Person[] = [];
  for (const person of candidates) {
    const membership = await orNotFound(
      github.rest.teams.getMembershipForUserInOrg({
        org: owner.org,
        team_slug: owner.slug,
        username: person.login,
      }),
    );
    if (membership?.data.state === "active") active.push(person);
  }
  return active;
}

async function orNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
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
