import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { TrackedWork } from "../../storage/work/tracked-work.ts";
import type { OpenPullRequest } from "../read/open-pull-requests.ts";

/** Why a pull request is judged though no event asks for it. */
export type ReasonToJudge =
  | "never-judged"
  | "head-moved"
  | "base-moved"
  | "touched"
  | "failed-before"
  | "old";

/** What is known of an open pull request without asking GitHub for it alone. */
export interface KnownOfPull {
  readonly pull: OpenPullRequest;
  /** Absent: no event ever spoke of it. */
  readonly tracked: TrackedWork | undefined;
  readonly verdict: DecisionEntry | undefined;
  /** Commit at the tip of its base; absent: it has not moved, as far as is known. */
  readonly baseTip: string | undefined;
  readonly now: number;
}

/** GitHub's times are cut to whole seconds: what it says happened in the second of the verdict may have come after. */
const secondMs = 1_000;
const dayMs = 86_400_000;
/** Work that ended because it kept failing is tried again after this time. */
const restMs = 1_800_000;

/**
 * Whether the last verdict may no longer hold, or there is none. Undefined when it holds as far as a list of pull
 * requests can tell, and for work that is waiting for its turn or for its next attempt anyway.
 */
export function reasonToJudge(known: KnownOfPull): ReasonToJudge | undefined {
  const { pull, tracked, verdict, baseTip, now } = known;
  if (tracked === undefined) return "never-judged";
  if (isWaiting(tracked, now)) return undefined;
  if (tracked.lastError !== undefined) return hasRested(tracked, now) ? "failed-before" : undefined;
  if (tracked.completedAt === undefined) return "never-judged";
  if (verdict?.headSha !== pull.headSha) return "head-moved";
  if (verdict.baseSha !== undefined && baseTip !== undefined && verdict.baseSha !== baseTip) {
    return "base-moved";
  }
  if (pull.updatedAt + secondMs > tracked.completedAt) return "touched";
  return tracked.completedAt <= now - dayMs ? "old" : undefined;
}

/** True while it is due, is being judged, or will be tried again by itself. An expiry far ahead is no such thing. */
export function isWaiting({ runAt, completedAt, lastError }: TrackedWork, now: number): boolean {
  if (runAt === undefined) return false;
  return runAt <= now || completedAt === undefined || lastError !== undefined;
}

/** True for work that failed until it was given up, long enough ago. */
export function hasRested({ claimedAt }: TrackedWork, now: number): boolean {
  return claimedAt === undefined || claimedAt <= now - restMs;
}
