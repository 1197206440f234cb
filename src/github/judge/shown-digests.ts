import type { Store } from "../../storage/store.ts";
import { recordedDigests } from "./counted-approval.ts";

/** GitHub's times are cut to whole seconds: a verdict in the second of a review may have been seen. */
const secondMs = 1_000;

/** A review of a commit, as it was witnessed. */
interface WitnessedReview {
  readonly repositoryId: number;
  readonly pullNumber: number;
  /** The commit that the reviewer looked at. */
  readonly headSha: string;
  /** GitHub's own time, milliseconds since the epoch. */
  readonly submittedAt: number;
  /** When its delivery was accepted, milliseconds since the epoch. */
  readonly seenAt: number;
}

/** What a pull request is judged to be now. */
export interface PresentChange {
  readonly headSha: string;
  /** The branch that it goes into, and that branch's tip. */
  readonly baseRef: string;
  readonly baseSha: string;
  /** What it comes to, by connector. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * What a reviewer could see that a commit comes to, by connector: what the newest verdict on it said when the review was
 * submitted, not when its delivery came, because the base may have moved between. Where there was none yet, what the commit
 * first came to, unless the base got there after the review. Undefined when the commit was never judged and is not the head;
 * a verdict that names nothing showed nothing.
 */
export async function shownDigests(
  { decisions, trust }: Pick<Store, "decisions" | "trust">,
  review: WitnessedReview,
  present: PresentChange,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { repositoryId, pullNumber, headSha, submittedAt, seenAt } = review;
  const at = Math.min(submittedAt + secondMs - 1, seenAt);
  const stood = await decisions.verdictAt(repositoryId, headSha, { pullNumber, at });
  if (stood !== undefined) return recordedDigests(stood);
  const first = await decisions.firstVerdictOn(repositoryId, headSha, pullNumber);
  if (first === undefined && headSha !== present.headSha) return undefined;
  const { baseSha } = first ?? present;
  const moves = baseSha === undefined ? [] : await trust.pushesTo(repositoryId, [baseSha]);
  const cameLater = moves.some((move) => move.ref === present.baseRef && move.seenAt > seenAt);
  if (cameLater) return undefined;
  return first === undefined ? present.digests : recordedDigests(first);
}
