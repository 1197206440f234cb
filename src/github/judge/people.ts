import { type OwnerName, ownerKey } from "../../review/owner.ts";
import { type OwnerResolution, peopleOf } from "../../review/owner-resolution.ts";
import type { Person } from "../../review/person.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { activeMembers, resolveOwner } from "../read/owners.ts";

/**
 * Looks up every owner once, and keeps of a team only those approvers whose membership is active: an invited or
 * suspended member who is listed does not count. Returns the answers as a function; an owner that was not looked up
 * is an error, never nobody.
 */
export async function resolveOwners(
  source: { readonly github: GitHubClient; readonly repository: Repository },
  owners: readonly OwnerName[],
  approvers: readonly Person[],
): Promise<(owner: OwnerName) => OwnerResolution> {
  const resolved = new Map<string, OwnerResolution>();
  for (const owner of owners) {
    if (resolved.has(ownerKey(owner))) continue;
    const found = await resolveOwner(source.github, source.repository, owner);
    resolved.set(ownerKey(owner), await withoutInactive(source.github, found, approvers));
  }
  return (owner) => {
    const found = resolved.get(ownerKey(owner));
    if (found === undefined) throw new Error(`owner \`${owner.text}\` was not looked up`);
    return found;
  };
}

async function withoutInactive(
  github: GitHubClient,
  found: OwnerResolution,
  approvers: readonly Person[],
): Promise<OwnerResolution> {
  if (found.kind !== "team" || found.owner.kind !== "team") return found;
  const ids = new Set(approvers.map(({ id }) => id));
  const asked = peopleOf(found).filter(({ id }) => ids.has(id));
  const active = new Set((await activeMembers(github, found.owner, asked)).map(({ id }) => id));
  return { ...found, members: found.members.filter(({ id }) => !ids.has(id) || active.has(id)) };
}
