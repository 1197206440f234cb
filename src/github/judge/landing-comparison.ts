import type { OwnerGroup } from "../../review/requirement.ts";
import { requirementsOf } from "../../review/review-change.ts";
import type { NewPermit } from "../../storage/approvals/permit.ts";
import type { Landing } from "./landing.ts";
import type { Evidence } from "./landing-evidence.ts";
import { type LandingStep, landingStep } from "./landing-step.ts";
import type { ReviewContext } from "./review-pull-request.ts";

/** What landed for one connector that nobody had approved, or whose approval was used before. */
export interface Unapproved {
  readonly connector: string;
  readonly groups: readonly OwnerGroup[];
  readonly because: "not-approved" | "approval-used-before";
  /** Undefined where the configuration cannot be compared. */
  readonly digest: string | undefined;
}

/** What of something that landed was approved. */
export interface LandingComparison {
  readonly unapproved: readonly Unapproved[];
  /** Approvals that it uses up. */
  readonly permits: readonly NewPermit[];
}

/** What of a step was approved, and by what. */
export async function compared(
  { repository, store }: ReviewContext,
  { change, digests, configIsDark }: LandingStep,
  evidence: readonly Evidence[],
): Promise<LandingComparison> {
  const unapproved: Unapproved[] = [];
  const permits: NewPermit[] = [];
  if (configIsDark) {
    unapproved.push({ connector: "*", groups: [], because: "not-approved", digest: undefined });
  }
  for (const { connector, groups } of requirementsOf(change).requirements) {
    const digest = digests.get(connector);
    const opened = evidence.find((each) => each.digests.get(connector) === digest);
    if (opened === undefined) {
      unapproved.push({ connector, groups, because: "not-approved", digest });
      continue;
    }
    const used = opened.approvals.filter((approval) => approval.connector === connector);
    const own = used.map(
      ({ reviewId, pullNumber, headSha, digest: given }): NewPermit => ({
        repositoryId: repository.id,
        pullNumber,
        reviewId,
        connector,
        digest: given,
        headSha,
        mergeSha: opened.end,
      }),
    );
    if (await areSpent(store, own)) {
      unapproved.push({ connector, groups, because: "approval-used-before", digest });
    } else permits.push(...own);
  }
  return { unapproved, permits };
}

/** True when one of the approvals has been used by a merge already. */
async function areSpent(
  store: ReviewContext["store"],
  permits: readonly NewPermit[],
): Promise<boolean> {
  for (const { repositoryId, pullNumber, reviewId, connector } of permits) {
    const spent = await store.approvals.permitsOf(repositoryId, pullNumber);
    if (spent.some((one) => one.reviewId === reviewId && one.connector === connector)) return true;
  }
  return false;
}

/** The merges of a move, compared each by itself; undefined when there is only one. */
export async function oneByOne(
  context: ReviewContext,
  landing: Landing,
  {
    trunk,
    evidence,
  }: { readonly trunk: readonly string[]; readonly evidence: readonly Evidence[] },
): Promise<LandingComparison | undefined> {
  const ends = new Set(evidence.map(({ end }) => end));
  const stops = trunk.filter((sha, index) => index > 0 && ends.has(sha)).reverse();
  if (stops.length === 0) return undefined;
  const unapproved: Unapproved[] = [];
  const permits: NewPermit[] = [];
  let from = landing.beforeSha;
  for (const to of [...stops, landing.afterSha]) {
    const step = await landingStep(context, landing, [from, to]);
    from = to;
    if (step === undefined) continue;
    const found = await compared(context, step, evidence);
    unapproved.push(...found.unapproved);
    permits.push(...found.permits);
  }
  return { unapproved, permits };
}
