import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Claim } from "../../storage/work/claim.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";
import { greenFirst, type JudgedBefore } from "./green-first.ts";
import type { JobContext } from "./job-context.ts";

/** What a pull request came to when nobody had to be asked. */
const askedNobody: ReadonlySet<unknown> = new Set(["untouched", "no-trust-branch"]);

/**
 * Judges again, in an installation or in one repository of it, every followed pull request that depends on who somebody
 * is, those that are green first. GitHub is not asked which there are; pull requests that
 * were never heard of are a sweep's. They are only made due here; each is closed and judged by itself.
 */
export async function peopleFanOut(
  { store }: JobContext,
  claim: Claim,
  { installationId, repositoryId }: WorkSubject & { readonly kind: "people" },
): Promise<void> {
  const where = repositoryId === 0 ? undefined : repositoryId;
  const tracked = await store.work.subjectsOf(installationId, where);
  const pulls: JudgedBefore[] = [];
  for (const { subject, runAt } of tracked) {
    if (subject.kind !== "pull-request") continue;
    const verdict = await store.decisions.latestVerdict(subject.repositoryId, subject.number);
    // One that is due may be judged at this moment, by what GitHub said before.
    if (runAt === undefined && verdict !== undefined && askedNobody.has(kindOf(verdict))) continue;
    pulls.push({ subject, verdict });
  }
  for (const subject of greenFirst(pulls)) await store.work.enqueue(subject);
  await store.work.complete(claim);
}

function kindOf({ body }: DecisionEntry): unknown {
  return typeof body === "object" && body !== null && "kind" in body ? body["kind"] : undefined;
}
