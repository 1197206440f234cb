import { accountByEmail, accountOf, noReplyAddress } from "./accounts.ts";
import { type Files, flatten, withFiles, writeFlatTree } from "./file-tree.ts";
import { type CommitObject, commitOf, type Signature, writeCommit } from "./git-objects.ts";
import { fullName } from "./json/repository-json.ts";
import type { Account, Installation, Repository, State } from "./state.ts";
import { nextId, now, type World } from "./world.ts";

/** The id that git writes for "no object". */
export const NO_SHA = "0".repeat(40);

/** How a commit comes to be. */
export interface NewCommit {
  readonly repository: string;
  /** The branch whose tip is the parent and that is moved to the new commit. Created from the default branch if new. */
  readonly branch: string;
  /** What is written at which path; `null` deletes. Left out: the tree stays as it is. */
  readonly files?: Files;
  readonly message?: string;
  /** A login, or a name and address that belong to nobody. */
  readonly author?: Person;
  /** Who committed; the author if left out. */
  readonly committer?: Person;
  /** Parents in place of the branch's tip. */
  readonly parents?: readonly string[];
  /** The id of a whole tree to take in place of the first parent's tree. */
  readonly tree?: string;
}

/** An account by login, or somebody whom GitHub does not know. */
type Person = string | { readonly name: string; readonly email: string };

/** The repository with this full name, whatever its case; or one that had it before. */
export function findRepository(state: State, name: string): Repository | undefined {
  const wanted = name.toLowerCase();
  const all = [...state.repositories.values()];
  return (
    all.find((repository) => fullName(repository).toLowerCase() === wanted) ??
    all.find((repository) => repository.formerNames.has(wanted))
  );
}

/** The same, for the person's side, where an unknown name is a mistake of the test. */
export function repositoryOf(state: State, name: string): Repository {
  const repository = findRepository(state, name);
  if (repository === undefined) throw new Error(`no repository ${name}: create it first`);
  return repository;
}

/** Adds a repository with one empty commit on its default branch. A fork shares the objects of its parent, and its branches. */
export function addRepository(
  world: World,
  fields: {
    owner: Account;
    name: string;
    private: boolean;
    defaultBranch: string;
    parent?: Repository;
  },
): Repository {
  const created = now(world);
  const { parent } = fields;
  const repository: Repository = {
    id: nextId(world.state),
    owner: fields.owner,
    name: fields.name,
    formerNames: new Set(),
    private: fields.private,
    archived: false,
    defaultBranch: fields.defaultBranch,
    parent: parent ?? null,
    objects: parent?.objects ?? new Map(),
    refs: new Map([...(parent?.refs ?? [])].filter(([ref]) => ref.startsWith("refs/heads/"))),
    pulls: new Map(),
    comments: new Map(),
    issues: new Map(),
    suites: new Map(),
    checkRuns: new Map(),
    conclusions: [],
    statuses: [],
    collaborators: new Map(),
    teams: new Map(),
    protections: new Map(),
    rulesets: [],
    queue: [],
    createdAt: created,
    pushedAt: created,
  };
  if (findRepository(world.state, fullName(repository)) !== undefined) {
    throw new Error(`the name ${fullName(repository)} is taken`);
  }
  world.state.repositories.set(repository.id, repository);
  return repository;
}

/** The commit that a name means: a full id, a branch, `heads/…`, `tags/…` or a full ref. */
export function resolveCommit(repository: Repository, name: string): string | undefined {
  if (repository.objects.get(name)?.kind === "commit") return name;
  for (const ref of [name, `refs/${name}`, `refs/heads/${name}`, `refs/tags/${name}`]) {
    const sha = repository.refs.get(ref);
    if (sha !== undefined) return sha;
  }
  return undefined;
}

/** The tip of a branch; throws when there is no such branch. */
export function tipOf(repository: Repository, branch: string): string {
  const sha = repository.refs.get(`refs/heads/${branch}`);
  if (sha === undefined) throw new Error(`${fullName(repository)} has no branch ${branch}`);
  return sha;
}

/** Writes a commit object. Moves no branch. */
export function makeCommit(world: World, repository: Repository, fields: NewCommit): CommitObject {
  const { objects } = repository;
  const tip =
    repository.refs.get(`refs/heads/${fields.branch}`) ??
    repository.refs.get(`refs/heads/${repository.defaultBranch}`);
  const parents = fields.parents ?? (tip === undefined ? [] : [tip]);
  const [first] = parents;
  const before =
    fields.tree !== undefined
      ? flatten(objects, fields.tree)
      : first === undefined
        ? new Map()
        : flatten(objects, commitOf(objects, first).tree);
  const author = signature(world, fields.author ?? defaultAuthor(world, repository));
  return writeCommit(objects, {
    tree: writeFlatTree(objects, withFiles(objects, before, fields.files ?? {})),
    parents,
    author,
    committer: fields.committer === undefined ? author : signature(world, fields.committer),
    message: fields.message ?? "Change files",
  });
}

/** Who writes a commit that names no author: an administrator of the organization, else the owner. */
function defaultAuthor(world: World, repository: Repository): string {
  const members = world.state.organizations.get(repository.owner.id)?.members.values() ?? [];
  const admin = [...members].find(({ role }) => role === "admin");
  return (admin?.user ?? repository.owner).login;
}

/** A name, an address and the present. For an account: its first own address, else the no-reply one. */
function signature(world: World, person: Person): Signature {
  const date = now(world);
  if (typeof person !== "string") return { name: person.name, email: person.email, date };
  const account = accountOf(world.state, person);
  const own = [...account.emails].find(
    (email) => email !== noReplyAddress(account.id, account.login),
  );
  const email = own ?? noReplyAddress(account.id, account.login);
  if (accountByEmail(world.state, email) !== account) {
    throw new Error(`the address ${email} belongs to several accounts`);
  }
  return { name: account.name ?? account.login, email, date };
}

/** The installation of an app that covers a repository, or `undefined`. */
export function installationFor(
  state: State,
  repository: Repository,
  appId: number,
): Installation | undefined {
  return [...state.installations.values()].find(
    (installation) => installation.app.id === appId && covers(installation, repository),
  );
}

/** Whether an installation reaches a repository. */
export function covers(installation: Installation, repository: Repository): boolean {
  return (
    installation.account.id === repository.owner.id &&
    (installation.selection === "all" || installation.repositoryIds.has(repository.id))
  );
}
