import { configOf } from "../../review/gate-config-side.ts";
import type { Person } from "../../review/person.ts";
import { type Review, reviewChange } from "../../review/review-change.ts";
import type { NewPermit } from "../../storage/approvals/permit.ts";
import { type RangeCommit, readCommitRange } from "../read/commit-range.ts";
import { type MergedPullRequest, readMergedPullRequests } from "../read/merged-pull-requests.ts";
import type { Landing } from "./landing.ts";
import { compared, oneByOne, type Unapproved } from "./landing-comparison.ts";
import { landingEvidence } from "./landing-evidence.ts";
import { type LandingStep, landingStep } from "./landing-step.ts";
import type { ReviewContext } from "./review-pull-request.ts";

/** What a move of a trust branch comes to. */
export type LandingJudgement =
  /** Nothing of the policy differs. */
  | { readonly kind: "untouched" }
  /** All of it was approved, and these approvals are used up by it. */
  | { readonly kind: "approved"; readonly permits: readonly NewPermit[] }
  | {
      readonly kind: "unapproved";
      /** Of the whole move, by nobody's approvals. */
      readonly review: Review;
      readonly unapproved: readonly Unapproved[];
      /** Merged pull requests that it came through. */
      readonly pulls: readonly MergedPullRequest[];
      /** Approvals of the rest, which are used up. */
      readonly permits: readonly NewPermit[];
      /** Argument paths whose values are never shown. */
      readonly redact: readonly string[];
    };

/**
 * Compares what landed on a trust branch with what was approved. It was approved when for each connector the identity of
 * the change is that of a verdict which was open, of a pull request or a group of a merge queue that this very move
 * merged. Where the move as a whole is not, each merge in it is compared by itself.
 */
export async function judgeLanding(
  context: ReviewContext,
  landing: Landing,
): Promise<LandingJudgement> {
  const whole = await landingStep(context, landing, [landing.beforeSha, landing.afterSha]);
  if (whole === undefined) return { kind: "untouched" };
  const { github, repository, store } = context;
  const sides = { base: landing.beforeSha, head: landing.afterSha };
  const range = await readCommitRange(github, repository, sides);
  const commits = new Set([...range.map(({ sha }) => sha), landing.afterSha]);
  const pulls = await readMergedPullRequests(github, repository, {
    ref: landing.ref,
    tip: landing.afterSha,
    commits,
  });
  const trunk = trunkOf(range, landing);
  const place = { repositoryId: repository.id, landing, trunk };
  const evidence = await landingEvidence(store, place, pulls);
  const together = await compared(context, whole, evidence);
  if (together.unapproved.length === 0) return { kind: "approved", permits: together.permits };
  const one = await oneByOne(context, landing, { trunk, evidence });
  const best = one ?? together;
  if (best.unapproved.length === 0) return { kind: "approved", permits: best.permits };
  return {
    kind: "unapproved",
    review: await reviewOf(whole, landing, context.now()),
    unapproved: best.unapproved,
    pulls,
    permits: best.permits,
    redact: configOf(whole.change.baseConfig)?.redact ?? [],
  };
}

/** The branch's own commits that the move added, the last one first; empty when it does not go on from where it was. */
function trunkOf(
  range: readonly RangeCommit[],
  { beforeSha, afterSha }: Landing,
): readonly string[] {
  const parentOf = new Map(range.map(({ sha, parents }) => [sha, parents[0]]));
  const trunk: string[] = [];
  let sha: string | undefined = afterSha;
  while (sha !== undefined && sha !== beforeSha && trunk.length <= range.length) {
    trunk.push(sha);
    sha = parentOf.get(sha);
  }
  return sha === beforeSha ? trunk : [];
}

/** Nobody's account: a move that no webhook told of has no author. */
const nobody: Person = { id: 0, login: "ghost", kind: "user" };

function reviewOf(
  { change, resolve }: LandingStep,
  { pusher }: Landing,
  now: number,
): Promise<Review> {
  return resolve((owner) =>
    reviewChange({
      ...change,
      author: pusher === undefined ? nobody : { ...pusher, kind: "user" },
      commits: [],
      pushers: [],
      reviews: [],
      resolve: owner,
      now,
    }),
  );
}
