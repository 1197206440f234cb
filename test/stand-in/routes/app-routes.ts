import { issueToken } from "../authentication.ts";
import { appJson } from "../json/account-json.ts";
import { installationJson, repositoriesOf } from "../json/installation-json.ts";
import { fullName, repositoryJson } from "../json/repository-json.ts";
import { pageAnswer, pageOf } from "../pagination.ts";
import { notFound, Refusal } from "../refusal.ts";
import { findRepository, installationFor } from "../repositories.ts";
import { type Call, integer, parameter, type Route, required } from "../route.ts";
import type { Installation, Permissions, Repository } from "../state.ts";
import { findOrganization } from "../teams.ts";
import type { World } from "../world.ts";

/** The app itself, its installations and its tokens. */
export const appRoutes: readonly Route[] = [
  {
    kind: "app",
    method: "GET",
    path: "/app",
    needs: [],
    handle: ({ world }) => ({
      status: 200,
      body: { ...appJson(world, world.app), installations_count: installationsOf(world).length },
    }),
  },
  {
    kind: "app",
    method: "GET",
    path: "/app/installations",
    needs: [],
    handle: (call) =>
      pageAnswer(call, installationsOf(call.world), (one) => installationJson(call.world, one)),
  },
  {
    kind: "app",
    method: "GET",
    path: "/app/installations/{installation_id}",
    needs: [],
    handle: (call) => ({ status: 200, body: installationJson(call.world, installationIn(call)) }),
  },
  {
    kind: "app",
    method: "POST",
    path: "/app/installations/{installation_id}/access_tokens",
    needs: [],
    handle: createToken,
  },
  {
    kind: "app",
    method: "GET",
    path: "/repos/{owner}/{repo}/installation",
    needs: [],
    handle: (call) => {
      const { world } = call;
      const name = `${parameter(call, "owner")}/${parameter(call, "repo")}`;
      const repository = required(findRepository(world.state, name), notFound);
      const installation = installationFor(world.state, repository, world.app.id);
      return { status: 200, body: installationJson(world, required(installation, notFound)) };
    },
  },
  {
    kind: "app",
    method: "GET",
    path: "/orgs/{org}/installation",
    needs: [],
    handle: (call) => {
      const organization = findOrganization(call.world.state, parameter(call, "org"));
      const installation = installationsOf(call.world).find(
        ({ account }) => account === organization?.account,
      );
      return { status: 200, body: installationJson(call.world, required(installation, notFound)) };
    },
  },
  {
    kind: "installation",
    method: "GET",
    path: "/installation/repositories",
    needs: [],
    handle: (call) => {
      const { token, world } = call;
      const all = repositoriesOf(world.state, call.installation).filter(
        ({ id }) => token.repositoryIds?.has(id) ?? true,
      );
      const page = pageOf(call, all);
      return {
        status: 200,
        headers: page.headers,
        body: {
          total_count: all.length,
          repository_selection: call.installation.selection,
          repositories: page.items.map((repository) => repositoryJson(world, repository)),
        },
      };
    },
  },
  {
    kind: "installation",
    method: "GET",
    path: "/rate_limit",
    needs: [],
    handle: ({ world }) => {
      const reset = Math.floor(world.clock().getTime() / 1000) + 3600;
      const core = { limit: 5000, used: 0, remaining: 5000, reset };
      return { status: 200, body: { resources: { core }, rate: core } };
    },
  },
];

function installationsOf(world: World): Installation[] {
  return [...world.state.installations.values()].filter(({ app }) => app.id === world.app.id);
}

function installationIn(call: Call): Installation {
  const id = integer(call, "installation_id");
  return required(
    installationsOf(call.world).find((installation) => installation.id === id),
    notFound,
  );
}

function createToken(call: Call): { status: number; body: unknown } {
  const { world } = call;
  const installation = installationIn(call);
  if (installation.suspendedAt !== null) {
    throw new Refusal(403, "This installation has been suspended");
  }
  const wanted = (call.body ?? {}) as {
    repositories?: readonly string[];
    repository_ids?: readonly number[];
    permissions?: Permissions;
  };
  const all = repositoriesOf(world.state, installation);
  const named = wanted.repositories?.map((name) => all.find((one) => one.name === name));
  const numbered = wanted.repository_ids?.map((id) => all.find((one) => one.id === id));
  const asked =
    named === undefined && numbered === undefined
      ? undefined
      : [...(named ?? []), ...(numbered ?? [])];
  const chosen = asked?.map((repository) =>
    required(
      repository,
      () =>
        new Refusal(
          422,
          "There is at least one repository that does not exist or is not accessible to the parent installation.",
        ),
    ),
  );
  const token = issueToken(world, installation, {
    permissions: wanted.permissions,
    repositoryIds: chosen === undefined ? null : new Set(chosen.map(({ id }) => id)),
  });
  return {
    status: 201,
    body: {
      token: token.token,
      expires_at: token.expiresAt,
      permissions: token.permissions,
      repository_selection: chosen === undefined ? installation.selection : "selected",
      ...(chosen === undefined
        ? {}
        : { repositories: byName(chosen).map((one) => repositoryJson(world, one)) }),
    },
  };
}

function byName(repositories: readonly Repository[]): Repository[] {
  return repositories.toSorted((a, b) => (fullName(a) < fullName(b) ? -1 : 1));
}
