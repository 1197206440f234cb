import { accountOf, findAccount } from "../accounts.ts";
import { moveBranch } from "../branches.ts";
import { repositoryEvent } from "../events/repository-event.ts";
import type { Files } from "../file-tree.ts";
import { isAncestor } from "../history.ts";
import { accountJson, organizationJson } from "../json/account-json.ts";
import { fullName } from "../json/repository-json.ts";
import { fullTeamJson } from "../json/team-json.ts";
import {
  addRepository,
  makeCommit,
  type NewCommit,
  repositoryOf,
  resolveCommit,
  tipOf,
} from "../repositories.ts";
import type { Account, Repository, RepositoryPermission } from "../state.ts";
import { organizationOf, teamOf } from "../teams.ts";
import type { Json, World } from "../world.ts";
import { administratorOf } from "./people-acts.ts";
import { tell } from "./telling.ts";

interface NewRepository {
  /** Login of an organization or a user. */
  readonly owner: string;
  readonly name: string;
  readonly private?: boolean;
  readonly defaultBranch?: string;
  /** The files of the first commit on the default branch. */
  readonly files?: Files;
}

/** A commit, and who pushes it. */
interface PushedCommit extends NewCommit {
  /** The author, or the administrator for a commit that names none; to be named when the author has no account. */
  readonly pusher?: string;
}

/** What people do with repositories and branches. Repositories are named `acme/agents`. */
export interface RepositoryActs {
  /** With a first commit by the owner. No webhooks: nobody has watched it yet. */
  createRepository(fields: NewRepository): Repository;
  createFork(fields: { repository: string; owner: string }): Repository;
  /** The fork is gone; its pull requests stay, with no head repository. */
  deleteRepository(name: string): void;
  renameRepository(name: string, to: string): Promise<void>;
  transferRepository(name: string, owner: string): Promise<void>;
  archiveRepository(name: string): Promise<void>;
  setDefaultBranch(name: string, branch: string): Promise<void>;
  /** Lets a user or a team (`acme/finance`) do something in a repository. */
  grant(fields: {
    repository: string;
    user?: string;
    team?: string;
    permission: RepositoryPermission;
  }): Promise<void>;
  /** Takes the team's access away. */
  revoke(fields: { repository: string; team: string }): Promise<void>;
  /** Writes a commit on top of a branch and pushes it; the id of the commit. */
  commit(fields: PushedCommit): Promise<string>;
  /** Writes a commit that no branch has yet, to be pushed or to be the parent of another. */
  writeCommit(fields: NewCommit): string;
  /** Moves a branch forward to a commit, or makes it. */
  push(fields: { repository: string; user: string; branch: string; sha: string }): Promise<void>;
  /** Moves a branch anywhere. */
  forcePush(fields: {
    repository: string;
    user: string;
    branch: string;
    sha: string;
  }): Promise<void>;
  deleteBranch(fields: { repository: string; user: string; branch: string }): Promise<void>;
  /** The tip of a branch, or what another name means. */
  shaOf(repository: string, name: string): string;
}

/** The acts on one world. */
export function repositoryActs(world: World): RepositoryActs {
  const { state } = world;
  const move = (repository: Repository, user: string, branch: string, sha: string | null) =>
    tell(world, moveBranch(world, repository, accountOf(state, user), branch, sha));
  return {
    createRepository: (fields) => {
      const repository = addRepository(world, {
        owner: accountOf(state, fields.owner),
        name: fields.name,
        private: fields.private ?? true,
        defaultBranch: fields.defaultBranch ?? "main",
      });
      const branch = repository.defaultBranch;
      const { sha } = makeCommit(world, repository, {
        repository: fullName(repository),
        branch,
        files: fields.files ?? {},
        message: "Initial commit",
        author: administrator(world, repository.owner).login,
      });
      repository.refs.set(`refs/heads/${branch}`, sha);
      return repository;
    },
    createFork: (fields) => {
      const parent = repositoryOf(state, fields.repository);
      return addRepository(world, {
        owner: accountOf(state, fields.owner),
        name: parent.name,
        private: parent.private,
        defaultBranch: parent.defaultBranch,
        parent,
      });
    },
    deleteRepository: (name) => {
      const repository = repositoryOf(state, name);
      state.repositories.delete(repository.id);
      for (const { pulls } of state.repositories.values()) {
        for (const { head } of pulls.values()) {
          if (head.repository === repository) head.repository = null;
        }
      }
    },
    renameRepository: async (name, to) => {
      const repository = repositoryOf(state, name);
      const from = repository.name;
      repository.formerNames.add(fullName(repository).toLowerCase());
      repository.name = to;
      await told(world, repository, "renamed", { changes: { repository: { name: { from } } } });
    },
    transferRepository: async (name, owner) => {
      const repository = repositoryOf(state, name);
      const organization = state.organizations.get(repository.owner.id);
      const from =
        organization === undefined
          ? { user: accountJson(world, repository.owner) }
          : { organization: organizationJson(world, organization) };
      repository.formerNames.add(fullName(repository).toLowerCase());
      repository.owner = accountOf(state, owner);
      await told(world, repository, "transferred", { changes: { owner: { from } } });
    },
    archiveRepository: async (name) => {
      const repository = repositoryOf(state, name);
      repository.archived = true;
      await told(world, repository, "archived", {});
    },
    setDefaultBranch: async (name, branch) => {
      const repository = repositoryOf(state, name);
      tipOf(repository, branch);
      const from = repository.defaultBranch;
      repository.defaultBranch = branch;
      await told(world, repository, "edited", { changes: { default_branch: { from } } });
    },
    grant: async ({ repository: name, user, team: teamName, permission }) => {
      const repository = repositoryOf(state, name);
      if (user !== undefined) repository.collaborators.set(accountOf(state, user).id, permission);
      if (teamName === undefined) return;
      const team = teamOf(state, teamName);
      repository.teams.set(team.id, permission);
      await teamTold(world, repository, "added_to_repository", teamName);
    },
    revoke: async ({ repository: name, team }) => {
      const repository = repositoryOf(state, name);
      repository.teams.delete(teamOf(state, team).id);
      await teamTold(world, repository, "removed_from_repository", team);
    },
    commit: async (fields) => {
      const repository = repositoryOf(state, fields.repository);
      const { sha } = makeCommit(world, repository, fields);
      const pusher = fields.pusher ?? pusherOf(world, repository, fields);
      const tip = repository.refs.get(`refs/heads/${fields.branch}`);
      if (tip !== undefined && !isAncestor(repository.objects, tip, sha)) {
        throw new Error("the commit is not on top of the branch: write it and force-push it");
      }
      await move(repository, pusher, fields.branch, sha);
      return sha;
    },
    writeCommit: (fields) => makeCommit(world, repositoryOf(state, fields.repository), fields).sha,
    push: async ({ repository: name, user, branch, sha }) => {
      const repository = repositoryOf(state, name);
      const tip = repository.refs.get(`refs/heads/${branch}`);
      if (tip !== undefined && !isAncestor(repository.objects, tip, sha)) {
        throw new Error(`not a fast-forward: ${branch} is at ${tip}`);
      }
      await move(repository, user, branch, sha);
    },
    forcePush: ({ repository, user, branch, sha }) =>
      move(repositoryOf(state, repository), user, branch, sha),
    deleteBranch: ({ repository: name, user, branch }) => {
      const repository = repositoryOf(state, name);
      tipOf(repository, branch);
      return move(repository, user, branch, null);
    },
    shaOf: (repository, name) => {
      const sha = resolveCommit(repositoryOf(state, repository), name);
      if (sha === undefined) throw new Error(`${repository} has nothing called ${name}`);
      return sha;
    },
  };
}

/** Who presses a repository's buttons when no one is named. */
export function administrator(world: World, owner: Account): Account {
  const organization = world.state.organizations.get(owner.id);
  return organization === undefined
    ? (findAccount(world.state, owner.login) ?? owner)
    : administratorOf(organization);
}

function pusherOf(world: World, repository: Repository, fields: PushedCommit): string {
  if (fields.author === undefined) return administrator(world, repository.owner).login;
  if (typeof fields.author === "string") return fields.author;
  throw new Error(`${fields.author.name} has no account: say who pushes the commit`);
}

function told(world: World, repository: Repository, action: string, more: Json): Promise<void> {
  const sender = administrator(world, repository.owner);
  return world.send(repositoryEvent(world, "repository", action, repository, sender, more));
}

async function teamTold(
  world: World,
  repository: Repository,
  action: "added_to_repository" | "removed_from_repository",
  name: string,
): Promise<void> {
  const team = teamOf(world.state, name);
  const sender = administratorOf(organizationOf(world.state, repository.owner.login));
  const more = { team: fullTeamJson(world, team) };
  await world.send(repositoryEvent(world, "team", action, repository, sender, more));
}
