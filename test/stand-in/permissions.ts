import type { Account, Repository, RepositoryPermission, State } from "./state.ts";
import { membershipIn } from "./teams.ts";

const RANK: Readonly<Record<RepositoryPermission | "none", number>> = {
  none: 0,
  read: 1,
  triage: 2,
  write: 3,
  maintain: 4,
  admin: 5,
};

/** What a person may do in a repository: the most that the owner, the organization, a team or a grant gives. */
export function permissionOf(
  state: State,
  repository: Repository,
  user: Account,
): RepositoryPermission | "none" {
  if (user.deleted || user.suspendedAt !== null) return "none";
  const found: (RepositoryPermission | "none")[] = [repository.private ? "none" : "read"];
  if (repository.owner === user) found.push("admin");
  const member = state.organizations.get(repository.owner.id)?.members.get(user.id);
  if (member?.state === "active") found.push(member.role === "admin" ? "admin" : "read");
  for (const [teamId, permission] of repository.teams) {
    const team = state.teams.get(teamId);
    if (team && membershipIn(state, team, user)?.state === "active") found.push(permission);
  }
  found.push(repository.collaborators.get(user.id) ?? "none");
  return found.reduce((most, next) => (RANK[next] > RANK[most] ? next : most), "none");
}

/** Whether a permission is at least as much as another. */
export function atLeast(
  permission: RepositoryPermission | "none",
  least: RepositoryPermission,
): boolean {
  return RANK[permission] >= RANK[least];
}
