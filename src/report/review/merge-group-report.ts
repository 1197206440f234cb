import type { Review } from "../../review/review-change.ts";
import { paragraph } from "../document/block.ts";
import { documentMarkdown } from "../document/document-markdown.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { phrase, words } from "../document/phrase.ts";
import { type CheckRunReport, reviewCheckRun } from "./check-run.ts";
import { plainReport, sentence } from "./plain-report.ts";
import type { ReportContext } from "./report-context.ts";

/**
 * The check run of a group of a merge queue. A queue waits for nobody, so that what is not approved is a failure: it
 * puts the pull request out of the queue. `pulls` are those whose approvals were looked at.
 */
export function mergeGroupCheckRun(
  review: Review,
  context: ReportContext,
  pulls: readonly number[],
): CheckRunReport {
  const report = reviewCheckRun(review, context);
  if (report.conclusion === "success") return report;
  const numbers = [...pulls]
    .sort((one, other) => one - other)
    .map((number) => `#${number}`)
    .join(", ");
  const because = documentMarkdown([
    paragraph(
      phrase`What the merge queue would merge is not what is approved on ${words(numbers)}. An approval counts for exactly one change of a connector, compared with what the group stands on.`,
    ),
  ]);
  return { ...report, conclusion: "failure", summary: `${because}\n${report.summary}` };
}

/** It cannot be known whose approvals count for a group. `because` is one line, foreign text in backticks. */
export function refusedGroupReport(because: string): CheckRunReport {
  return plainReport(
    "failure",
    "Closed: the merge queue's group cannot be judged",
    sentence(phrase`${messagePhrase(because)}.`),
  );
}

/** A group that is gone is not judged to its end. */
export const leftQueueReport: CheckRunReport = plainReport(
  "failure",
  "Closed: the group left the merge queue",
  "The merge queue gave this group up or merged it before it was judged.",
);
