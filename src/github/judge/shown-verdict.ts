import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";

/** GitHub's times are cut to whole seconds: a verdict in the second of a review may have been seen. */
const secondMs = 1_000;

/**
 * The verdict that a reviewer saw: the newest on their commit when the review was submitted, not when its delivery came,
 * because the base may have moved between. Where there was none yet, the newest there is; undefined: none.
 */
export async function shownVerdict(
  { decisions }: Pick<Store, "decisions">,
  review: {
    readonly repositoryId: number;
    readonly pullNumber: number;
    readonly headSha: string;
    /** Milliseconds since the epoch. */
    readonly submittedAt: number;
  },
): Promise<DecisionEntry | undefined> {
  const { repositoryId, pullNumber, headSha, submittedAt } = review;
  const at = submittedAt + secondMs - 1;
  return (
    (await decisions.verdictAt(repositoryId, headSha, { pullNumber, at })) ??
    (await decisions.latestVerdictOn(repositoryId, headSha, pullNumber))
  );
}
