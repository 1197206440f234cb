import { covers } from "../repositories.ts";
import type { Installation, Repository, State } from "../state.ts";
import { apiUrl, type Json, nodeId, type World, webUrl } from "../world.ts";
import { accountJson } from "./account-json.ts";
import { fullName } from "./repository-json.ts";

/** An installation as `installation`. */
export function installationJson(world: World, installation: Installation): Json {
  const { account, app } = installation;
  return {
    id: installation.id,
    account: accountJson(world, account),
    repository_selection: installation.selection,
    access_tokens_url: apiUrl(world, `/app/installations/${installation.id}/access_tokens`),
    repositories_url: apiUrl(world, "/installation/repositories"),
    html_url: webUrl(
      world,
      `/organizations/${account.login}/settings/installations/${installation.id}`,
    ),
    app_id: app.id,
    app_slug: app.slug,
    client_id: `Iv1.${app.id}`,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedAt === null ? null : accountJson(world, account),
    suspended_at: installation.suspendedAt,
  };
}

/** The repositories that an installation reaches, oldest first. */
export function repositoriesOf(state: State, installation: Installation): Repository[] {
  return [...state.repositories.values()].filter((repository) => covers(installation, repository));
}

/** A repository as installation events list it. */
export function installedRepositoryJson(repository: Repository): Json {
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.private,
  };
}
