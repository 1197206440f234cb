import type { MergeGroup } from "../../storage/trust-branch/merge-group.ts";
import { mergeGroupKey } from "../../storage/work/work-subject.ts";
import { readComparison } from "../read/comparison.ts";
import { readBranchTip } from "../read/pull-request.ts";
import type { ReviewContext } from "./review-pull-request.ts";

/** The commit that a group is compared with, or why it is not known yet. */
export type QueueBase =
  | { readonly kind: "base"; readonly sha: string }
  | { readonly kind: "not-yet"; readonly because: string };

/**
 * What a group of a merge queue is compared with. That is what it stands on, where that has landed or is a group that is
 * open; a queue may merge a group though the one below it failed, so where that is not open, it is the branch itself,
 * and what is below must be approved with the rest. A group below that is not judged yet is waited for.
 */
export async function queueBase(
  { github, repository, store }: ReviewContext,
  group: MergeGroup,
): Promise<QueueBase> {
  const tip = await readBranchTip(github, repository, group.baseRef);
  const standsOn: QueueBase = { kind: "base", sha: group.baseSha };
  if (tip === group.baseSha) return standsOn;
  const below = await store.trust.mergeGroup(repository.id, group.baseSha);
  if (below?.state === "queued") {
    const key = mergeGroupKey(repository.id, group.baseSha);
    const verdict = await store.decisions.latestVerdictOf(key);
    if (verdict === undefined) {
      return { kind: "not-yet", because: "the group below it in the queue is not judged yet" };
    }
    return verdict.verdict === "success" ? standsOn : { kind: "base", sha: tip };
  }
  const sides = { base: tip, head: group.baseSha };
  const { mergeBase } = await readComparison(github, repository, sides);
  return mergeBase === group.baseSha ? standsOn : { kind: "base", sha: tip };
}
