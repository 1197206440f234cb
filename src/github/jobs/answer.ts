import type { Json } from "../../policy/call.ts";
import { type CheckRunReport, reviewCheckRun } from "../../report/review/check-run.ts";
import { reviewComment } from "../../report/review/comment.ts";
import {
  conflictReport,
  noTrustBranchReport,
  untouchedComment,
  untouchedReport,
} from "../../report/review/plain-report.ts";
import type { OwnerName } from "../../review/owner.ts";
import type { Review } from "../../review/review-change.ts";
import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import type { Judgement } from "../judge/judge-pull-request.ts";
import type { PullRequest } from "../read/pull-request.ts";
import type { CountedApproval } from "./closed-pull-request.ts";

/** What is published and recorded for a judgement. */
export interface Answer {
  readonly kind: Judgement["kind"];
  readonly report: CheckRunReport;
  /** Absent when a comment would only be noise. */
  readonly comment?: string;
  /** What an older comment is replaced by when there is nothing to say any more. */
  readonly closingComment: string;
  readonly baseSha?: string;
  /** When to judge again though nothing happens, milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** The verdict's inputs and outcome, for the decision log. */
  readonly record: Json;
  /** Owners that are awaited now for something that they were not awaited for at the verdict before. */
  newlyAwaited(before: DecisionEntry | undefined): readonly OwnerName[];
}

type Settled = Exclude<Judgement, { readonly kind: "not-yet" }>;

/** Puts a judgement into words and into a record. */
export function answerTo(judgement: Settled, pull: PullRequest): Answer {
  if (judgement.kind !== "reviewed") {
    const report = plainReportOf(judgement);
    return {
      kind: judgement.kind,
      report,
      closingComment: untouchedComment(report),
      // An approval that is given now approves nothing, whatever the base becomes.
      record: { kind: judgement.kind, head: pull.headSha, digests: {} },
      newlyAwaited: () => [],
    };
  }
  const { review, baseSha, mergeSha, digests, awaited, redact } = judgement;
  const context = { baseSha, headSha: pull.headSha, branch: pull.baseRef, redact };
  const comment = reviewComment(review, context);
  const waitsFor = [...digests].map(([connector, digest]) => `${connector} ${digest}`).sort();
  return {
    kind: judgement.kind,
    report: reviewCheckRun(review, context),
    comment,
    closingComment: comment,
    baseSha,
    ...(review.expiresAt === undefined ? {} : { expiresAt: review.expiresAt }),
    record: {
      kind: judgement.kind,
      base: baseSha,
      head: pull.headSha,
      merge: mergeSha,
      verdict: review.verdict.kind,
      digests: Object.fromEntries(digests),
      approvals: counted(review).map(({ reviewId, connector, digest }) => ({
        reviewId,
        connector,
        digest,
      })),
    },
    newlyAwaited: (before) => (waitsFor.join() === waitedFor(before).join() ? [] : awaited),
  };
}

function plainReportOf(judgement: Exclude<Settled, { readonly kind: "reviewed" }>): CheckRunReport {
  switch (judgement.kind) {
    case "untouched":
      return untouchedReport;
    case "no-trust-branch":
      return noTrustBranchReport(judgement.trustBranch);
    case "conflict":
      return conflictReport;
  }
}

function counted({ requirements }: Review): readonly CountedApproval[] {
  return requirements.flatMap(({ requirement: { connector }, digest, groups }) => {
    const reviews = groups.flatMap(({ approvedBy }) => approvedBy.map(({ review }) => review.id));
    return [...new Set(reviews)].map((reviewId) => ({ reviewId, connector, digest }));
  });
}

/** What the verdict before was about, in the same form. */
function waitedFor(before: DecisionEntry | undefined): readonly string[] {
  const body = before?.body;
  if (typeof body !== "object" || body === null || !("digests" in body)) return [];
  const digests = (body as { readonly digests: { readonly [connector: string]: string } }).digests;
  return Object.entries(digests)
    .map(([connector, digest]) => `${connector} ${digest}`)
    .sort();
}
