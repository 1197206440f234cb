import { accountByEmail } from "../accounts.ts";
import { changedFiles } from "../changed-files.ts";
import { type FlatTree, flatten } from "../file-tree.ts";
import { commitOf, type Signature } from "../git-objects.ts";
import { commitsBetween, isAncestor } from "../history.ts";
import { fullName, repositoryJson } from "../json/repository-json.ts";
import { NO_SHA } from "../repositories.ts";
import type { Account, Repository } from "../state.ts";
import { type Json, type WebhookEvent, type World, webUrl } from "../world.ts";
import { repositoryEvent } from "./repository-event.ts";

/** A ref that moved, in git's way: 40 zeros for "there was none". */
export interface RefMove {
  readonly ref: string;
  readonly before: string;
  readonly after: string;
}

/** A `push` webhook. Lists at most 2048 commits, as GitHub does. */
export function pushEvent(
  world: World,
  repository: Repository,
  pusher: Account,
  { ref, before, after }: RefMove,
): WebhookEvent {
  const created = before === NO_SHA;
  const deleted = after === NO_SHA;
  const range = deleted || created ? [] : commitsBetween(repository.objects, before, after);
  const name = { name: pusher.login, email: [...pusher.emails][0] ?? null };
  const event = repositoryEvent(world, "push", null, repository, pusher, {
    ref,
    before,
    after,
    created,
    deleted,
    forced: !created && !deleted && !isAncestor(repository.objects, before, after),
    base_ref: null,
    compare: webUrl(world, `/${fullName(repository)}/compare/${before}...${after}`),
    commits: range.slice(-2048).map((sha) => pushedCommitJson(world, repository, sha)),
    head_commit: deleted ? null : pushedCommitJson(world, repository, after),
    pusher: name,
  });
  const { owner, ...whole } = repositoryJson(world, repository);
  const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
  return {
    ...event,
    payload: {
      ...event.payload,
      repository: {
        ...whole,
        owner: { ...(owner as Json), name: repository.owner.login, email: null },
        created_at: seconds(repository.createdAt),
        pushed_at: seconds(repository.pushedAt),
        stargazers: 0,
        master_branch: repository.defaultBranch,
      },
    },
  };
}

/** A commit as pushes and merge groups show it. */
export function pushedCommitJson(world: World, repository: Repository, sha: string): Json {
  const { objects } = repository;
  const commit = commitOf(objects, sha);
  const flat = (id: string | undefined): FlatTree =>
    id === undefined ? new Map() : flatten(objects, commitOf(objects, id).tree);
  const files = changedFiles(objects, flat(commit.parents[0]), flat(sha));
  const paths = (...states: string[]): string[] =>
    files.filter(({ status }) => states.includes(status)).map(({ path }) => path);
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: webUrl(world, `/${fullName(repository)}/commit/${sha}`),
    author: signedByJson(world, commit.author),
    committer: signedByJson(world, commit.committer),
    added: paths("added", "renamed"),
    removed: [...paths("removed"), ...files.flatMap(({ previousPath }) => previousPath ?? [])],
    modified: paths("modified", "changed"),
  };
}

function signedByJson(world: World, { name, email, date }: Signature): Json {
  const account = accountByEmail(world.state, email);
  return { name, email, date, ...(account === null ? {} : { username: account.login }) };
}
