import { accountOf, addAccount } from "../accounts.ts";
import { accountJson } from "../json/account-json.ts";
import {
  installationJson,
  installedRepositoryJson,
  repositoriesOf,
} from "../json/installation-json.ts";
import { repositoryOf } from "../repositories.ts";
import type { Account, Installation, Organization, Permissions, Repository } from "../state.ts";
import { type Json, nextId, now, type WebhookEvent, type World } from "../world.ts";
import { administratorOf } from "./people-acts.ts";

/** How the app is installed. */
interface NewInstallation {
  /** Login of an organization or a user. */
  readonly account: string;
  /** Full names; all repositories, present and future, if left out. */
  readonly repositories?: readonly string[];
  /** The app's own if left out; fewer when the owners have not accepted new ones yet. */
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
}

/** What people do with organizations as owners of the app's installations. */
export interface InstallationActs {
  /** With an administrator (`LOGIN-admin`, or the one named). The app is installed on all its repositories unless `install` is false. */
  createOrganization(fields: {
    login: string;
    admin?: string;
    install?: boolean;
  }): Promise<Organization>;
  install(fields: NewInstallation): Promise<Installation>;
  uninstall(account: string): Promise<void>;
  suspendInstallation(account: string): Promise<void>;
  unsuspendInstallation(account: string): Promise<void>;
  acceptPermissions(account: string, permissions: Permissions): Promise<void>;
  addToInstallation(account: string, repository: string): Promise<void>;
  removeFromInstallation(account: string, repository: string): Promise<void>;
}

/** The acts on one world. */
export function installationActs(world: World): InstallationActs {
  const { state } = world;
  const send = (action: string, installation: Installation, more: Json): Promise<void> =>
    world.send(installationEvent(world, "installation", action, installation, more));
  const install = async (fields: NewInstallation): Promise<Installation> => {
    const account = accountOf(state, fields.account);
    const chosen = fields.repositories?.map((name) => repositoryOf(state, name).id);
    const installation: Installation = {
      id: nextId(state),
      app: world.app,
      account,
      selection: chosen === undefined ? "all" : "selected",
      repositoryIds: new Set(chosen),
      permissions: fields.permissions ?? world.app.permissions,
      events: fields.events ?? world.app.events,
      suspendedAt: null,
      createdAt: now(world),
    };
    state.installations.set(installation.id, installation);
    await send("created", installation, listed(world, installation));
    return installation;
  };
  return {
    install,
    createOrganization: async (fields) => {
      const account = addAccount(state, { login: fields.login, type: "Organization" }, now(world));
      const organization: Organization = { account, members: new Map() };
      const user =
        fields.admin === undefined
          ? addAccount(state, { login: `${fields.login}-admin`, type: "User" }, now(world))
          : accountOf(state, fields.admin);
      organization.members.set(user.id, { user, role: "admin", state: "active" });
      state.organizations.set(account.id, organization);
      if (fields.install ?? true) await install({ account: fields.login });
      return organization;
    },
    uninstall: async (account) => {
      const installation = installationOn(world, account);
      const more = listed(world, installation);
      state.installations.delete(installation.id);
      await send("deleted", installation, more);
    },
    suspendInstallation: async (account) => {
      const installation = installationOn(world, account);
      installation.suspendedAt = now(world);
      await send("suspend", installation, listed(world, installation));
    },
    unsuspendInstallation: async (account) => {
      const installation = installationOn(world, account);
      installation.suspendedAt = null;
      await send("unsuspend", installation, listed(world, installation));
    },
    acceptPermissions: async (account, permissions) => {
      const installation = installationOn(world, account);
      installation.permissions = permissions;
      await send("new_permissions_accepted", installation, listed(world, installation));
    },
    addToInstallation: async (account, name) => {
      const installation = installationOn(world, account);
      const repository = repositoryOf(state, name);
      installation.repositoryIds.add(repository.id);
      await world.send(changedEvent(world, "added", installation, repository));
    },
    removeFromInstallation: async (account, name) => {
      const installation = installationOn(world, account);
      const repository = repositoryOf(state, name);
      if (installation.selection === "all") {
        for (const { id } of repositoriesOf(state, installation))
          installation.repositoryIds.add(id);
        installation.selection = "selected";
      }
      installation.repositoryIds.delete(repository.id);
      await world.send(changedEvent(world, "removed", installation, repository));
    },
  };
}

/** Our app's installation on an account; there must be one. */
function installationOn(world: World, login: string): Installation {
  const account = accountOf(world.state, login);
  const found = [...world.state.installations.values()].find(
    (installation) => installation.account === account && installation.app.id === world.app.id,
  );
  if (found === undefined) throw new Error(`the app is not installed on ${login}`);
  return found;
}

function listed(world: World, installation: Installation): Json {
  return {
    repositories: repositoriesOf(world.state, installation).map(installedRepositoryJson),
    requester: null,
  };
}

function changedEvent(
  world: World,
  action: "added" | "removed",
  installation: Installation,
  repository: Repository,
): WebhookEvent {
  const list = [installedRepositoryJson(repository)];
  return installationEvent(world, "installation_repositories", action, installation, {
    repository_selection: installation.selection,
    repositories_added: action === "added" ? list : [],
    repositories_removed: action === "removed" ? list : [],
    requester: null,
  });
}

function installationEvent(
  world: World,
  name: string,
  action: string,
  installation: Installation,
  more: Json,
): WebhookEvent {
  const organization = world.state.organizations.get(installation.account.id);
  const sender: Account = organization ? administratorOf(organization) : installation.account;
  return {
    name,
    action,
    installation,
    payload: {
      action,
      installation: installationJson(world, installation),
      ...more,
      sender: accountJson(world, sender),
    },
  };
}
