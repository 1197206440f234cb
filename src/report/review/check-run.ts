import type { Review } from "../../review/review-change.ts";
import type { Verdict } from "../../review/verdict.ts";
import { type Annotation, annotations } from "./annotations.ts";
import { fittingMarkdown } from "./comment.ts";
import { headline, verdictTitle } from "./headline.ts";
import type { ReportContext } from "./report-context.ts";

/** A check run's content. `neutral` and `skipped` are never used: they satisfy a required check. */
export interface CheckRunReport {
  readonly conclusion: "success" | "action_required" | "failure";
  readonly title: string;
  /** Markdown, at most 60,000 bytes: GitHub's limit is 65,535 bytes, not characters. */
  readonly summary: string;
  /** What is left when GitHub refuses the summary. */
  readonly minimalSummary: string;
  readonly annotations: readonly Annotation[];
}

const conclusions: Readonly<Record<Verdict["kind"], CheckRunReport["conclusion"]>> = {
  "closed-by-change": "failure",
  "closed-by-setup": "action_required",
  waiting: "action_required",
  overridden: "success",
  open: "success",
};

/** The check run of a judged pull request: waiting for a person is `action_required`, what must be mended `failure`. */
export function reviewCheckRun(review: Review, context: ReportContext): CheckRunReport {
  return {
    conclusion: conclusions[review.verdict.kind],
    title: verdictTitle(review),
    summary: fittingMarkdown(review, context),
    minimalSummary: headline(review),
    annotations: annotations(review),
  };
}
