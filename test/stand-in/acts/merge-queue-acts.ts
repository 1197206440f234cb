import { accountOf } from "../accounts.ts";
import { markMerged, moveBranch } from "../branches.ts";
import { pullRequestEvent } from "../events/pull-request-event.ts";
import { pushEvent, pushedCommitJson } from "../events/push-event.ts";
import { repositoryEvent } from "../events/repository-event.ts";
import { judgeRequiredCheck, mergeBlockers, requiredChecksOf } from "../merge-box.ts";
import { type PullName, pullOf } from "../pull-requests.ts";
import { makeCommit, NO_SHA, tipOf } from "../repositories.ts";
import type { Account, PullRequest, QueueEntry } from "../state.ts";
import { mergeCommits } from "../three-way.ts";
import type { WebhookEvent, World } from "../world.ts";
import { tell } from "./telling.ts";

type DestroyReason = "merged" | "invalidated" | "dequeued";

/** What people and GitHub do with a merge queue. */
export interface MergeQueueActs {
  /**
   * Puts a pull request at the end and asks for checks on its group: what is before it, and itself. Refuses while the box is
   * red. `wholeQueue`: the group holds all that is before it, and stands on the branch. `ref`: another name for the
   * queue's branch.
   */
  enqueue(fields: {
    pull: PullName;
    as: string;
    wholeQueue?: boolean;
    ref?: string;
  }): Promise<QueueEntry>;
  /** Takes it out again, or GitHub does because a check failed (`invalidated`). */
  dequeue(fields: { pull: PullName; reason?: Exclude<DestroyReason, "merged"> }): Promise<void>;
  /** Merges the first group, if all required checks on it have passed; throws if they have not. The new tip. */
  mergeQueue(fields: { repository: string; pull: PullName }): Promise<string>;
}

/** The acts on one world. */
export function mergeQueueActs(world: World): MergeQueueActs {
  const { state } = world;
  return {
    enqueue: async ({ pull: name, as, wholeQueue = false, ref }) => {
      const pull = pullOf(state, name);
      const blockers = mergeBlockers(pull);
      if (blockers.length > 0) throw new Error(`GitHub does not enqueue: ${blockers.join("; ")}`);
      const by = accountOf(state, as);
      const { repository } = pull;
      const group = buildGroup(world, pull);
      const entry = {
        ...group,
        ...(wholeQueue ? { baseSha: tipOf(repository, pull.base.ref) } : {}),
        ...(ref === undefined ? {} : { ref }),
      };
      repository.queue.push(entry);
      repository.refs.set(entry.ref, entry.headSha);
      const move = { ref: entry.ref, before: NO_SHA, after: entry.headSha };
      await tell(world, [
        pullRequestEvent(world, "enqueued", pull, by),
        pushEvent(world, repository, by, move),
        mergeGroupEvent(world, "checks_requested", entry, by),
      ]);
      return entry;
    },
    dequeue: async ({ pull: name, reason = "dequeued" }) => {
      const entry = take(pullOf(state, name));
      const by = entry.pull.author;
      const why = reason === "dequeued" ? "MANUAL" : "CI_FAILURE";
      await tell(world, [
        mergeGroupEvent(world, "destroyed", entry, by, reason),
        pullRequestEvent(world, "dequeued", entry.pull, by, { reason: why }),
      ]);
    },
    mergeQueue: async ({ pull: name }) => {
      const pull = pullOf(state, name);
      const { repository } = pull;
      const entry = repository.queue.find((one) => one.pull === pull);
      if (entry === undefined) throw new Error("the pull request is not in the queue");
      for (const required of requiredChecksOf(repository, pull.base.ref)) {
        const box = judgeRequiredCheck(repository, entry.headSha, required);
        if (!box.satisfied)
          throw new Error(`GitHub does not merge: ${required.context}: ${box.because}`);
      }
      take(pull);
      const by = world.webFlow;
      const merged = markMerged(world, pull, by, entry.headSha);
      await tell(world, [
        ...moveBranch(world, repository, by, pull.base.ref, entry.headSha),
        merged,
        mergeGroupEvent(world, "destroyed", entry, by, "merged"),
      ]);
      return entry.headSha;
    },
  };
}

function buildGroup(world: World, pull: PullRequest): QueueEntry {
  const { repository } = pull;
  const before = repository.queue.filter(({ baseRef }) => baseRef === pull.base.ref).at(-1);
  const baseSha = before?.headSha ?? tipOf(repository, pull.base.ref);
  const merge = mergeCommits(repository.objects, baseSha, pull.head.sha);
  if (merge.kind === "conflict") throw new Error(`the group conflicts: ${merge.paths}`);
  const { sha } = makeCommit(world, repository, {
    repository: "",
    branch: pull.base.ref,
    author: world.webFlow.login,
    parents: [baseSha, pull.head.sha],
    tree: merge.tree,
    message: `Merge pull request #${pull.number} from ${pull.head.owner.login}/${pull.head.ref}`,
  });
  return {
    pull,
    baseRef: pull.base.ref,
    baseSha,
    headSha: sha,
    ref: `refs/heads/gh-readonly-queue/${pull.base.ref}/pr-${pull.number}-${baseSha}`,
  };
}

function take(pull: PullRequest): QueueEntry {
  const { queue, refs } = pull.repository;
  const at = queue.findIndex((entry) => entry.pull === pull);
  const [entry] = at < 0 ? [] : queue.splice(at, 1);
  if (entry === undefined) throw new Error("the pull request is not in the queue");
  refs.delete(entry.ref);
  return entry;
}

function mergeGroupEvent(
  world: World,
  action: "checks_requested" | "destroyed",
  entry: QueueEntry,
  sender: Account,
  reason?: DestroyReason,
): WebhookEvent {
  const { repository } = entry.pull;
  return repositoryEvent(world, "merge_group", action, repository, sender, {
    ...(reason === undefined ? {} : { reason }),
    merge_group: {
      head_sha: entry.headSha,
      head_ref: entry.ref,
      base_sha: entry.baseSha,
      base_ref: `refs/heads/${entry.baseRef}`,
      head_commit: pushedCommitJson(world, repository, entry.headSha),
    },
  });
}
