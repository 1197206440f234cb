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
import type { DecisionEntry } from "../../storage/decisions/decision-entry.ts";
import { countedApprovals, recordedDigests } from "../judge/counted-approval.ts";
import type { Judgement } from "../judge/judge-pull-request.ts";
import type { PullRequest } from "../read/pull-request.ts";
import { reviewRecord } from "./review-record.ts";

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

/** Puts a judgement into words and into a record, which names the version of the engine that judged. */
export function answerTo(judgement: Settled, pull: PullRequest, engine: string): Answer {
  if (judgement.kind !== "reviewed") {
    const report = plainReportOf(judgement);
    return {
      kind: judgement.kind,
      report,
      closingComment: untouchedComment(report),
      // An approval that is given now approves nothing, whatever the base becomes.
      record: { kind: judgement.kind, head: pull.headSha, digests: {}, engine },
      newlyAwaited: () => [],
    };
  }
  const { review, baseSha, mergeSha, configSha, digests, awaited, redact } = judgement;
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
      config: configSha ?? null,
      engine,
      verdict: review.verdict.kind,
      digests: Object.fromEntries(digests),
      approvals: countedApprovals(review).map((approval) => ({ ...approval })),
      ...reviewRecord(review),
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

/** What the verdict before was about, in the same form. */
function waitedFor(before: DecisionEntry | undefined): readonly string[] {
  if (before === undefined) return [];
  return [...recordedDigests(before)].map(([connector, digest]) => `${connector} ${digest}`).sort();
}
