import type { StoreContext } from "../store-context.ts";
import {
  learnTrustBranches,
  readTrustBranches,
  type TrustBranch,
  type TrustedRefs,
} from "./branch-audit.ts";
import {
  type BranchPush,
  type RecoveredPush,
  readBranchPushes,
  readPushesTo,
} from "./branch-push.ts";
import { type MergeGroup, readMergeGroup, readQueuedGroups } from "./merge-group.ts";

/**
 * What is known of the branches whose policy is obeyed: groups that want to be merged into them, pushes that moved them,
 * and how far they were audited. Sightings are written by accepted deliveries, the audit's progress by completing work.
 */
export interface TrustBranches {
  /** The group with this head, as it was seen last; undefined when it never was. */
  mergeGroup(repositoryId: number, headSha: string): Promise<MergeGroup | undefined>;
  /** The groups of a repository that are in a queue now, in the order in which GitHub made them. */
  queuedGroups(repositoryId: number): Promise<readonly MergeGroup[]>;
  /** The trust branches of a repository; undefined when nobody has looked yet which they are. */
  branchesOf(repositoryId: number): Promise<readonly TrustBranch[] | undefined>;
  /** Notes which branches are trusted, all of them. One that becomes trusted is audited from its next push on. */
  learn(repositoryId: number, refs: TrustedRefs): Promise<void>;
  /** The latest moves of a branch, in the order in which they became known: told by webhooks, and found by looking. */
  pushesOf(
    repositoryId: number,
    ref: string,
  ): Promise<{
    readonly told: readonly BranchPush[];
    readonly recovered: readonly RecoveredPush[];
  }>;
  /** The pushes of any branch that made one of at most some hundred commits its tip, in the order in which they were told. */
  pushesTo(repositoryId: number, commits: readonly string[]): Promise<readonly BranchPush[]>;
}

/** The trust branches of a store. */
export function trustBranches({ db }: StoreContext): TrustBranches {
  return {
    mergeGroup: (repositoryId, headSha) => readMergeGroup(db, repositoryId, headSha),
    queuedGroups: (repositoryId) => readQueuedGroups(db, repositoryId),
    branchesOf: (repositoryId) => readTrustBranches(db, repositoryId),
    learn: (repositoryId, refs) =>
      db
        .transaction()
        .execute((transaction) => learnTrustBranches(transaction, repositoryId, refs)),
    pushesOf: (repositoryId, ref) => readBranchPushes(db, repositoryId, ref),
    pushesTo: (repositoryId, commits) => readPushesTo(db, repositoryId, commits),
  };
}
