import type { OwnerName } from "../../review/owner.ts";
import type { OwnerResolution } from "../../review/owner-resolution.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { orNotFound } from "./not-found.ts";
import { personOf } from "./pull-request.ts";

/**
 * Looks up a user who owns something, as GitHub knows the login now. One who does not exist, or cannot see the repository,
 * comes back as `unknown` with the reason; every other failure throws, so that "nobody" is never the answer to an error.
 */
export async function readOwnerAccount(
  github: GitHubClient,
  repository: Repository,
  owner: OwnerName & { readonly kind: "user" },
): Promise<OwnerResolution> {
  const found = await orNotFound(
    github.rest.repos.getCollaboratorPermissionLevel({
      owner: repository.owner,
      repo: repository.repo,
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
