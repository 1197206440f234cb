import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import { mergeGroupKey } from "../../storage/work/work-subject.ts";
import type { MergedPullRequest } from "../read/merged-pull-requests.ts";
import { type CountedApproval, recordedApprovals, recordedDigests } from "./counted-approval.ts";
import type { Landing } from "./landing.ts";

/** What a verdict opened, of something that came with a push. */
export interface Evidence {
  /** The commit of the branch with which it had landed whole. */
  readonly end: string;
  /** What was open, by connector; empty when nothing was. */
  readonly digests: ReadonlyMap<string, string>;
  readonly approvals: readonly (CountedApproval & {
    readonly pullNumber: number;
    readonly headSha: string;
  })[];
}

interface Place {
  readonly repositoryId: number;
  readonly landing: Landing;
  /** The commits of the branch itself that the push added, the last one first. */
  readonly trunk: readonly string[];
}

/** What the verdicts on record say of groups of a merge queue and of pull requests that came with a push. */
export async function landingEvidence(
  store: Store,
  place: Place,
  pulls: readonly MergedPullRequest[],
): Promise<readonly Evidence[]> {
  const evidence: Evidence[] = [];
  for (const sha of place.trunk) evidence.push(...(await ofGroup(store, place, sha)));
  for (const pull of pulls) evidence.push(await ofPullRequest(store, place, pull));
  return evidence;
}

/** A group that left the queue without being merged opens nothing any more. */
async function ofGroup(
  store: Store,
  { repositoryId }: Place,
  sha: string,
): Promise<readonly Evidence[]> {
  const group = await store.trust.mergeGroup(repositoryId, sha);
  if (group === undefined || group.state === "left") return [];
  const verdict = await store.decisions.latestVerdictOf(mergeGroupKey(repositoryId, sha));
  if (verdict?.verdict !== "success") return [];
  const approvals = recordedApprovals(verdict).flatMap(({ pullNumber, ...approval }) =>
    pullNumber === undefined ? [] : [{ ...approval, pullNumber, headSha: sha }],
  );
  return [{ end: sha, digests: recordedDigests(verdict), approvals }];
}

async function ofPullRequest(
  store: Store,
  { repositoryId, landing, trunk }: Place,
  pull: MergedPullRequest,
): Promise<Evidence> {
  const end = trunk.includes(pull.mergeSha) ? pull.mergeSha : landing.afterSha;
  const verdict = await store.decisions.latestVerdictOn(repositoryId, pull.headSha, pull.number);
  const nothing: Evidence = { end, digests: new Map(), approvals: [] };
  if (verdict?.verdict !== "success") return nothing;
  if (await wasWithdrawn(store, { repositoryId, landing, pull, verdict })) return nothing;
  const approvals = recordedApprovals(verdict).map((approval) => ({
    ...approval,
    pullNumber: pull.number,
    headSha: pull.headSha,
  }));
  return { end, digests: recordedDigests(verdict), approvals };
}

/** True when an approval that the verdict counted had been dismissed when the push came: a merge can be faster than the check. */
async function wasWithdrawn(
  store: Store,
  {
    repositoryId,
    landing: { seenAt },
    pull,
    verdict,
  }: {
    readonly repositoryId: number;
    readonly landing: Landing;
    readonly pull: MergedPullRequest;
    readonly verdict: DecisionEntry;
  },
): Promise<boolean> {
  if (seenAt === undefined) return false;
  const counted = new Set(recordedApprovals(verdict).map(({ reviewId }) => reviewId));
  const { reviews } = await store.approvals.sightingsOf(repositoryId, pull.number);
  return reviews.some(
    ({ action, reviewId, seenAt: at }) =>
      action === "dismissed" && counted.has(reviewId) && at <= seenAt,
  );
}
