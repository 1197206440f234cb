import { accountOf } from "../accounts.ts";
import { markMerged, moveBranch } from "../branches.ts";
import { flatten } from "../file-tree.ts";
import { commitOf } from "../git-objects.ts";
import { mergeBlockers } from "../merge-box.ts";
import { commitsOf, type PullName, pullOf } from "../pull-requests.ts";
import { makeCommit, tipOf } from "../repositories.ts";
import type { Account, PullRequest } from "../state.ts";
import { mergeCommits, mergeTrees } from "../three-way.ts";
import type { World } from "../world.ts";
import { tell } from "./telling.ts";

type MergeMethod = "merge" | "squash" | "rebase";

/** What people do to bring branches together. */
export interface MergeActs {
  /** Merges as the button does; refuses while the box is red, unless somebody with the right to bypass it presses. The new tip. */
  merge(fields: {
    pull: PullName;
    as: string;
    method?: MergeMethod;
    bypass?: boolean;
  }): Promise<string>;
  /** "Update branch": merges the base into the head. The new head. */
  updateBranch(fields: { pull: PullName; as: string }): Promise<string>;
  /** Rebases the head on the base and force-pushes it. The new head. */
  rebase(fields: { pull: PullName; as: string }): Promise<string>;
  /** Writes the branch that the "Revert" button proposes; its name. */
  revert(fields: { pull: PullName; as: string }): Promise<string>;
}

/** The acts on one world. */
export function mergeActs(world: World): MergeActs {
  const { state } = world;
  return {
    merge: async ({ pull: name, as, method = "merge", bypass = false }) => {
      const pull = pullOf(state, name);
      const by = accountOf(state, as);
      const blockers = mergeBlockers(pull);
      if (pull.state === "closed" || pull.draft || (blockers.length > 0 && !bypass)) {
        throw new Error(`GitHub does not merge: ${blockers.join("; ")}`);
      }
      const tip = landed(world, pull, by, method);
      const events = [markMerged(world, pull, by, tip)];
      events.push(...moveBranch(world, pull.repository, by, pull.base.ref, tip));
      await tell(world, events);
      return tip;
    },
    updateBranch: async ({ pull: name, as }) => {
      const pull = pullOf(state, name);
      const base = tipOf(pull.repository, pull.base.ref);
      const { sha } = makeCommit(world, pull.repository, {
        ...on(pull, as),
        committer: world.webFlow.login,
        parents: [pull.head.sha, base],
        tree: cleanTree(pull, pull.head.sha, base),
        message: `Merge branch '${pull.base.ref}' into ${pull.head.ref}`,
      });
      await pushHead(world, pull, as, sha);
      return sha;
    },
    rebase: async ({ pull: name, as }) => {
      const pull = pullOf(state, name);
      const sha = replay(world, pull, as);
      await pushHead(world, pull, as, sha);
      return sha;
    },
    revert: async ({ pull: name, as }) => {
      const pull = pullOf(state, name);
      const { repository } = pull;
      const branch = `revert-${pull.number}-${pull.head.ref}`;
      const tip = tipOf(repository, pull.base.ref);
      const merged = commitOf(repository.objects, pull.mergeCommitSha ?? "");
      const flat = (sha: string) =>
        flatten(repository.objects, commitOf(repository.objects, sha).tree);
      const before = flat(merged.parents[0] ?? "");
      const undone = mergeTrees(repository.objects, flat(merged.sha), flat(tip), before);
      if (undone.kind === "conflict") throw new Error("the revert conflicts");
      const { sha } = makeCommit(world, repository, {
        ...on(pull, as),
        branch,
        parents: [tip],
        tree: undone.tree,
        message: `Revert "${pull.title}"`,
      });
      await tell(world, moveBranch(world, repository, accountOf(state, as), branch, sha));
      return branch;
    },
  };
}

/** The commit that the base branch moves to. */
function landed(world: World, pull: PullRequest, by: Account, method: MergeMethod): string {
  if (method === "rebase") return replay(world, pull, world.webFlow.login);
  const tip = tipOf(pull.repository, pull.base.ref);
  const squash = method === "squash";
  return makeCommit(world, pull.repository, {
    ...on(pull, squash ? pull.author.login : by.login),
    committer: world.webFlow.login,
    parents: squash ? [tip] : [tip, pull.head.sha],
    tree: cleanTree(pull, tip, pull.head.sha),
    message: squash
      ? `${pull.title} (#${pull.number})`
      : `Merge pull request #${pull.number} from ${pull.head.owner.login}/${pull.head.ref}\n\n${pull.title}`,
  }).sha;
}

/** The pull request's own commits, again on top of the base; merges among them are left out, as git does. */
function replay(world: World, pull: PullRequest, committer: string): string {
  const { objects } = pull.repository;
  const flat = (sha: string) => flatten(objects, commitOf(objects, sha).tree);
  let tip = tipOf(pull.repository, pull.base.ref);
  for (const sha of commitsOf(pull)) {
    const commit = commitOf(objects, sha);
    const [parent, second] = commit.parents;
    if (parent === undefined || second !== undefined) continue;
    const merge = mergeTrees(objects, flat(parent), flat(tip), flat(sha));
    if (merge.kind === "conflict") throw new Error(`the rebase conflicts: ${merge.paths}`);
    tip = makeCommit(world, pull.repository, {
      ...on(pull, committer),
      author: commit.author,
      committer,
      parents: [tip],
      tree: merge.tree,
      message: commit.message,
    }).sha;
  }
  return tip;
}

async function pushHead(world: World, pull: PullRequest, as: string, sha: string): Promise<void> {
  const { repository } = pull.head;
  if (repository === null) throw new Error("the fork is gone");
  await tell(world, moveBranch(world, repository, accountOf(world.state, as), pull.head.ref, sha));
}

function cleanTree(pull: PullRequest, ours: string, theirs: string): string {
  const merge = mergeCommits(pull.repository.objects, ours, theirs);
  if (merge.kind === "conflict") throw new Error(`the merge conflicts: ${merge.paths}`);
  return merge.tree;
}

function on(pull: PullRequest, author: string) {
  return { repository: "", branch: pull.base.ref, author };
}
