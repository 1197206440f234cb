import { quoted } from "../../policy/source/visible-text.ts";
import { configOf } from "../../review/gate-config-side.ts";
import type { ChangeFacts } from "../../review/review-change.ts";
import {
  type ReviewedTogether,
  type ReviewThrough,
  reviewedTogether,
} from "../../review/reviewed-together.ts";
import type { MergeGroup } from "../../storage/trust-branch/merge-group.ts";
import { readCommitRange } from "../read/commit-range.ts";
import { orNotFound } from "../read/not-found.ts";
import { readOpenPullRequests } from "../read/open-pull-requests.ts";
import { type PullRequest, readPullRequest } from "../read/pull-request.ts";
import { readTree } from "../read/repository-tree.ts";
import { mayTouchPolicy } from "../read/touched.ts";
import { readChangeFacts } from "./change-facts.ts";
import { isTrustBranch } from "./judge-pull-request.ts";
import { orNotYet } from "./not-yet.ts";
import { queueBase } from "./queue-base.ts";
import { type ReviewContext, reviewPullRequest } from "./review-pull-request.ts";

/** What a group of a merge queue comes to. */
export type GroupJudgement =
  /** Nothing of the policy differs. */
  | { readonly kind: "untouched" }
  /** It goes into a branch that the platform does not read. */
  | { readonly kind: "no-trust-branch"; readonly trustBranch: string }
  /** Its pull request is merged: there is nothing left to judge. */
  | { readonly kind: "merged" }
  /** It cannot be known whose approvals count. */
  | { readonly kind: "refused"; readonly because: string }
  | { readonly kind: "not-yet"; readonly because: string }
  | {
      readonly kind: "reviewed";
      readonly together: ReviewedTogether;
      readonly baseSha: string;
      /** Numbers of the pull requests whose approvals were looked at. */
      readonly pulls: readonly number[];
      /** What the group comes to, by connector. */
      readonly digests: ReadonlyMap<string, string>;
      /** Argument paths whose values are never shown. */
      readonly redact: readonly string[];
    };

/**
 * Judges a group of a merge queue: what it would do to the trust branch, and whether just that is approved on the pull
 * requests in it as they are now. The one that the queue's branch names is looked at first; others whose heads the group
 * holds only where that is not enough.
 */
export async function judgeMergeGroup(
  context: ReviewContext,
  group: MergeGroup,
): Promise<GroupJudgement> {
  const { github, repository } = context;
  const named = namedPullRequest(group);
  if (named === undefined) {
    const because = `the queue's branch ${quoted(group.headRef)} names no pull request into ${quoted(group.baseRef)}`;
    return { kind: "refused", because };
  }
  const pull = await orNotFound(readPullRequest(github, repository, named));
  if (pull?.merged) return { kind: "merged" };
  if (pull?.state !== "open" || pull.baseRef !== group.baseRef) {
    const because = `there is no open pull request ${named} into ${quoted(group.baseRef)}`;
    return { kind: "refused", because };
  }
  if (!(await isTrustBranch(context, pull))) {
    return { kind: "no-trust-branch", trustBranch: pull.defaultBranch };
  }
  const from = await queueBase(context, group);
  if (from.kind === "not-yet") return from;
  const base = await readTree(github, repository, from.sha);
  const head = await readTree(github, repository, group.headSha);
  if (!mayTouchPolicy(base, head)) return { kind: "untouched" };
  const change = await readChangeFacts(context, { base, head });
  if (change === undefined) return { kind: "untouched" };
  return await orNotYet(reviewed(context, group, { change, baseSha: from.sha, pull }));
}

async function reviewed(
  context: ReviewContext,
  group: MergeGroup,
  {
    change,
    baseSha,
    pull,
  }: { readonly change: ChangeFacts; readonly baseSha: string; readonly pull: PullRequest },
): Promise<GroupJudgement> {
  const through = async (each: PullRequest): Promise<ReviewThrough> => {
    const facts = { change, baseSha };
    const { review } = await reviewPullRequest(context, each, facts);
    return { pullNumber: each.number, review };
  };
  const first = await through(pull);
  const others: ReviewThrough[] = [];
  if (first.review.verdict.kind === "waiting") {
    for (const other of await othersIn(context, group, { baseSha, named: pull.number })) {
      others.push(await through(other));
    }
  }
  return {
    kind: "reviewed",
    together: reviewedTogether(first, others),
    baseSha,
    pulls: [first, ...others].map(({ pullNumber }) => pullNumber),
    digests: new Map(
      first.review.requirements.map(({ requirement, digest }) => [requirement.connector, digest]),
    ),
    redact: configOf(change.baseConfig)?.redact ?? [],
  };
}

const queueBranch = /^(?:refs\/heads\/)?gh-readonly-queue\/(.+)\/pr-(\d{1,15})-[0-9a-f]{40,64}$/;

/** The pull request that the queue's branch is named after; undefined when it names none into the group's base. */
function namedPullRequest({ headRef, baseRef }: MergeGroup): number | undefined {
  const [, base, number] = queueBranch.exec(headRef) ?? [];
  return base === baseRef ? Number(number) : undefined;
}

/** Other open pull requests into the same branch whose heads the group holds. */
async function othersIn(
  { github, repository }: ReviewContext,
  { baseRef, headSha }: MergeGroup,
  { baseSha, named }: { readonly baseSha: string; readonly named: number },
): Promise<readonly PullRequest[]> {
  const range = await readCommitRange(github, repository, { base: baseSha, head: headSha });
  const held = new Set(range.map(({ sha }) => sha));
  const open = await readOpenPullRequests(github, repository, baseRef);
  const others: PullRequest[] = [];
  for (const { number, headSha: head } of open) {
    if (number === named || !held.has(head)) continue;
    const pull = await readPullRequest(github, repository, number);
    if (pull.state === "open" && pull.baseRef === baseRef && held.has(pull.headSha)) {
      others.push(pull);
    }
  }
  return others;
}
