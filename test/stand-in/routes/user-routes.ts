import { findAccount } from "../accounts.ts";
import { accountJson } from "../json/account-json.ts";
import { permissionOf } from "../permissions.ts";
import { notFound } from "../refusal.ts";
import {
  type Answer,
  integer,
  parameter,
  type RepositoryCall,
  type Route,
  required,
} from "../route.ts";
import type { Account, RepositoryPermission } from "../state.ts";
import type { Json, World } from "../world.ts";

/** GitHub's older word for each permission: it knows four. */
const LEGACY: Readonly<Record<RepositoryPermission | "none", string>> = {
  admin: "admin",
  maintain: "write",
  write: "write",
  triage: "read",
  read: "read",
  none: "none",
};

/** People: who they are, and what they may do. */
export const userRoutes: readonly Route[] = [
  {
    kind: "installation",
    method: "GET",
    path: "/users/{username}",
    needs: [],
    handle: (call) => {
      const user = required(findAccount(call.world.state, parameter(call, "username")), notFound);
      return { status: 200, body: publicUserJson(call.world, user) };
    },
  },
  {
    kind: "installation",
    method: "GET",
    path: "/user/{account_id}",
    needs: [],
    handle: (call) => {
      const user = call.world.state.accounts.get(integer(call, "account_id"));
      const found = required(user?.deleted ? undefined : user, notFound);
      return { status: 200, body: publicUserJson(call.world, found) };
    },
  },
  {
    kind: "repository",
    method: "GET",
    path: "/repos/{owner}/{repo}/collaborators/{username}/permission",
    needs: [["metadata", "read"]],
    handle: collaboratorPermission,
  },
];

function collaboratorPermission(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const user = required(findAccount(world.state, parameter(call, "username")), notFound);
  const permission = permissionOf(world.state, repository, user);
  return {
    status: 200,
    body: {
      permission: LEGACY[permission],
      role_name: permission,
      user: { ...accountJson(world, user), role_name: permission },
    },
  };
}

function publicUserJson(world: World, user: Account): Json {
  return {
    ...accountJson(world, user),
    name: user.name,
    created_at: user.createdAt,
    ...(user.suspendedAt === null ? {} : { suspended_at: user.suspendedAt }),
  };
}
