import type { NewPermit } from "../../storage/approvals/permit.ts";
import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import type { Outcome } from "../../storage/work/complete-work.ts";
import type { Repository } from "../client.ts";
import type { PullRequest } from "../read/pull-request.ts";

/** A pull request that was merged has used its approvals; each is spent once. One that was closed has used nothing. */
export async function closedPullRequest(
  store: Store,
  repository: Repository,
  pull: PullRequest,
): Promise<Outcome> {
  if (!pull.merged) return { closed: true };
  const verdict = await store.decisions.latestVerdictOn(repository.id, pull.headSha, pull.number);
  const permits = countedApprovals(verdict).map(
    ({ reviewId, connector, digest }): NewPermit => ({
      repositoryId: repository.id,
      pullNumber: pull.number,
      reviewId,
      connector,
      digest,
      headSha: pull.headSha,
      ...(pull.mergeSha === null ? {} : { mergeSha: pull.mergeSha }),
    }),
  );
  return { permits, closed: true };
}

/** An approval that a verdict counted, as its record names it. */
export interface CountedApproval {
  readonly reviewId: number;
  readonly connector: string;
  readonly digest: string;
}

function countedApprovals(verdict: DecisionEntry | undefined): readonly CountedApproval[] {
  const body = verdict?.body;
  if (typeof body !== "object" || body === null || !("approvals" in body)) return [];
  return (body as unknown as { readonly approvals: readonly CountedApproval[] }).approvals;
}
