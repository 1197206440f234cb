import type { Review } from "../review/review-change.ts";
import { type Block, paragraph } from "./document/block.ts";
import { bareText, phrase } from "./document/phrase.ts";
import type { ReportContext } from "./review/report-context.ts";
import { reviewDetails } from "./review/review-details.ts";
import { reviewSummary } from "./review/review-summary.ts";

/** Rows of one list; a local report has room. */
const rows = 1000;

/** The report of a change in a checkout: what the pull request's comment would say. */
export function localReviewBlocks(review: Review, context: ReportContext): readonly Block[] {
  return [
    ...reviewSummary(review, context),
    ...reviewDetails(review, context, rows),
    paragraph(phrase`compared ${bareText(context.baseSha)} with ${bareText(context.headSha)}`),
  ];
}
