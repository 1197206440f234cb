import { recordedPart } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import type { MergeGroup } from "../../storage/trust-branch/merge-group.ts";
import { mergeGroupKey, type SubjectRepository } from "../../storage/work/work-subject.ts";

/**
 * Judges again the queued groups that a pull request is part of: those whose branch is named after it, and those whose
 * verdict looked at it. What changes for the pull request changes for them.
 */
export async function judgeGroupsOf(
  store: Store,
  place: SubjectRepository,
  pullNumber: number,
): Promise<void> {
  for (const group of await store.trust.queuedGroups(place.repositoryId)) {
    const isNamed = group.headRef.includes(`/pr-${pullNumber}-`);
    if (isNamed || (await lookedAt(store, group, pullNumber))) await judge(store, place, group);
  }
}

/** Judges again the queued groups that stand on a group whose verdict is another one now. */
export async function judgeGroupsAbove(
  store: Store,
  place: SubjectRepository,
  { headSha }: MergeGroup,
): Promise<void> {
  for (const group of await store.trust.queuedGroups(place.repositoryId)) {
    if (group.baseSha === headSha) await judge(store, place, group);
  }
}

async function judge(
  store: Store,
  { installationId, repositoryId, owner, repo }: SubjectRepository,
  { headSha }: MergeGroup,
): Promise<void> {
  const place = { installationId, repositoryId, owner, repo };
  await store.work.enqueue({ ...place, kind: "merge-group", sha: headSha });
}

async function lookedAt(
  store: Store,
  { repositoryId, headSha }: MergeGroup,
  pullNumber: number,
): Promise<boolean> {
  const verdict = await store.decisions.latestVerdictOf(mergeGroupKey(repositoryId, headSha));
  const pulls = verdict && recordedPart(verdict, "pulls");
  return Array.isArray(pulls) && pulls.includes(pullNumber);
}
