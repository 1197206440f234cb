import type { Store } from "../../storage/store.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import type { PullRequest } from "../read/pull-request.ts";

/** After so many attempts, half a minute, what GitHub shows is taken for what is: webhooks can be out of order too. */
const patience = 6;

/**
 * Why GitHub's answer about a pull request is older than its last webhook; undefined when it is not, or has been for
 * long. Another head is older only if it was seen to be the head before.
 */
export async function behindWebhooks(
  store: Store,
  { attempts }: Claim,
  {
    subject,
    pull,
  }: {
    readonly subject: WorkSubject & { readonly kind: "pull-request" };
    readonly pull: Pick<PullRequest, "headSha" | "baseRef" | "state">;
  },
): Promise<string | undefined> {
  if (attempts >= patience || pull.state === "closed") return undefined;
  if (subject.baseRef !== undefined && subject.baseRef !== pull.baseRef) {
    return "GitHub does not show the base yet that it told of";
  }
  if (subject.sha === undefined || subject.sha === pull.headSha) return undefined;
  const { pushes } = await store.approvals.sightingsOf(subject.repositoryId, subject.number);
  const told = pushes.findLastIndex(({ headSha }) => headSha === subject.sha);
  const wasHead = pushes.findLastIndex(({ headSha }) => headSha === pull.headSha);
  const wasBefore = wasHead < 0 ? pushes[told]?.beforeSha === pull.headSha : wasHead < told;
  return wasBefore ? "GitHub does not show the head yet that it told of" : undefined;
}
