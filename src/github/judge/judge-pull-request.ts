import { gateConfigPath } from "../../review/gate-config.ts";
import { configOf } from "../../review/gate-config-side.ts";
import type { OwnerName } from "../../review/owner.ts";
import { type ChangeFacts, fallbackOwners, type Review } from "../../review/review-change.ts";
import { readGateConfigFile } from "../read/gate-config-file.ts";
import { readMergeResult } from "../read/merge-result.ts";
import { type PullRequest, readBranchTip } from "../read/pull-request.ts";
import { readTree } from "../read/repository-tree.ts";
import { mayTouchPolicy } from "../read/touched.ts";
import { readChangeFacts } from "./change-facts.ts";
import { orNotYet } from "./not-yet.ts";
import { type ReviewContext, reviewPullRequest } from "./review-pull-request.ts";

/** What a pull request comes to. */
export type Judgement =
  /** Nothing of the policy differs. */
  | { readonly kind: "untouched" }
  /** It goes into a branch that the platform does not read. */
  | { readonly kind: "no-trust-branch"; readonly trustBranch: string }
  /** It cannot be merged as it is. */
  | { readonly kind: "conflict" }
  /** GitHub does not know the merge yet. */
  | { readonly kind: "not-yet"; readonly because: string }
  | {
      readonly kind: "reviewed";
      readonly review: Review;
      readonly baseSha: string;
      readonly mergeSha: string;
      /** Blob of the configuration that named the owners; undefined: there is none. */
      readonly configSha: string | undefined;
      /** What an approval given now would be bound to, by connector. */
      readonly digests: ReadonlyMap<string, string>;
      /** Owners that are awaited. */
      readonly awaited: readonly OwnerName[];
      /** Argument paths whose values are never shown. */
      readonly redact: readonly string[];
    };

export interface JudgeContext extends ReviewContext {
  /** Throws `Superseded` when a newer event came since, or another instance took over. */
  readonly demandCurrent: () => Promise<void>;
  /** Called once it is known that the policy may be touched, before any thinking. */
  readonly onTouched: () => Promise<void>;
}

/**
 * Judges one pull request: reads everything at immutable commits, then asks the core. The merge result is compared
 * with the tip of the trust branch, because that is what will hold after the merge; the head alone is not.
 */
export async function judgePullRequest(
  context: JudgeContext,
  pull: PullRequest,
): Promise<Judgement> {
  const { github, repository } = context;
  if (!(await isTrustBranch(context, pull))) {
    return { kind: "no-trust-branch", trustBranch: pull.defaultBranch };
  }
  const baseSha = await readBranchTip(github, repository, pull.baseRef);
  const base = await readTree(github, repository, baseSha);
  const headTree = await readTree(github, repository, pull.headSha);
  if (!mayTouchPolicy(base, headTree)) return { kind: "untouched" };
  await context.onTouched();
  const merge = await readMergeResult(github, repository, { pull, baseTip: baseSha });
  if (merge.kind !== "merge") return merge;
  const head = await readTree(github, repository, merge.sha);
  const change = await readChangeFacts(context, { base, head });
  if (change === undefined) return { kind: "untouched" };
  const configSha = base.entries.get(gateConfigPath)?.sha;
  return await orNotYet(
    reviewed(context, pull, { change, baseSha, mergeSha: merge.sha, configSha }),
  );
}

/** The default branch, and the branches that its configuration names: where that cannot be read, any branch may be one. */
export async function isTrustBranch(
  { github, repository }: Pick<ReviewContext, "github" | "repository">,
  { baseRef, defaultBranch }: Pick<PullRequest, "baseRef" | "defaultBranch">,
): Promise<boolean> {
  if (baseRef === defaultBranch) return true;
  const tip = await readBranchTip(github, repository, defaultBranch);
  const tree = await readTree(github, repository, tip);
  const config = await readGateConfigFile(github, repository, tree);
  if (config.kind === "unreadable") return true;
  return configOf(config)?.branches.includes(baseRef) ?? false;
}

async function reviewed(
  context: JudgeContext,
  pull: PullRequest,
  {
    change,
    baseSha,
    mergeSha,
    configSha,
  }: {
    readonly change: ChangeFacts;
    readonly baseSha: string;
    readonly mergeSha: string;
    readonly configSha: string | undefined;
  },
): Promise<Judgement> {
  const { review, digests } = await reviewPullRequest(context, pull, {
    change,
    baseSha,
    demandCurrent: context.demandCurrent,
  });
  return {
    kind: "reviewed",
    review,
    baseSha,
    mergeSha,
    configSha,
    digests,
    awaited: awaitedOwners(review, change),
    redact: configOf(change.baseConfig)?.redact ?? [],
  };
}

/** Owners of connectors that still wait for an approval; fallback owners where the owners alone are too few. */
function awaitedOwners(review: Review, change: ChangeFacts): readonly OwnerName[] {
  if (review.verdict.kind !== "waiting") return [];
  return review.requirements
    .filter(({ status }) => status === "waiting")
    .flatMap(({ groups }) => groups)
    .filter(({ needed, approvedBy }) => approvedBy.length < needed)
    .flatMap(({ group, fallbackAsked }) => [
      ...group.owners,
      ...(fallbackAsked ? fallbackOwners(change) : []),
    ]);
}
