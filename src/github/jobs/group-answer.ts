import type { Json } from "../../policy/call.ts";
import type { CheckRunReport } from "../../report/review/check-run.ts";
import { mergeGroupCheckRun, refusedGroupReport } from "../../report/review/merge-group-report.ts";
import { noTrustBranchReport, untouchedReport } from "../../report/review/plain-report.ts";
import type { MergeGroup } from "../../storage/trust-branch/merge-group.ts";
import { countedApprovals } from "../judge/counted-approval.ts";
import type { GroupJudgement } from "../judge/judge-merge-group.ts";
import { reviewRecord } from "./review-record.ts";

/** What is published and recorded for a group. */
export interface GroupAnswer {
  readonly report: CheckRunReport;
  /** For the decision log. */
  readonly record: Json;
  /** When to judge again though nothing happens, milliseconds since the epoch. */
  readonly expiresAt?: number;
}

type Settled = Exclude<GroupJudgement, { readonly kind: "merged" | "not-yet" }>;

/** Puts a judgement into words and into a record. */
export function groupAnswer(judgement: Settled, group: MergeGroup, engine: string): GroupAnswer {
  const record = { base: group.baseSha, head: group.headSha, ref: group.headRef, engine };
  switch (judgement.kind) {
    case "untouched":
      return { report: untouchedReport, record: { ...record, kind: judgement.kind, digests: {} } };
    case "no-trust-branch":
      return {
        report: noTrustBranchReport(judgement.trustBranch),
        record: { ...record, kind: judgement.kind, digests: {} },
      };
    case "refused":
      return {
        report: refusedGroupReport(judgement.because),
        record: { ...record, kind: judgement.kind, because: judgement.because, digests: {} },
      };
    case "reviewed": {
      const { together, baseSha, pulls, digests, redact } = judgement;
      const { review, through } = together;
      const context = { baseSha, headSha: group.headSha, branch: group.baseRef, redact };
      return {
        report: mergeGroupCheckRun(review, context, pulls),
        ...(review.expiresAt === undefined ? {} : { expiresAt: review.expiresAt }),
        record: {
          ...record,
          kind: judgement.kind,
          comparedWith: baseSha,
          pulls: [...pulls],
          verdict: review.verdict.kind,
          digests: Object.fromEntries(digests),
          approvals: countedApprovals(review).map((approval) => ({
            ...approval,
            pullNumber: through.get(approval.connector) ?? null,
          })),
          ...reviewRecord(review),
        },
      };
    }
  }
}
