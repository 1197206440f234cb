import { paragraph } from "../document/block.ts";
import { documentMarkdown } from "../document/document-markdown.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { type Phrase, phrase } from "../document/phrase.ts";
import type { CheckRunReport } from "./check-run.ts";
import { commentMarker } from "./comment.ts";

/** A check run whose one sentence says everything: nothing to list, nobody to ask. */
export function plainReport(
  conclusion: CheckRunReport["conclusion"],
  title: string,
  summary: string,
): CheckRunReport {
  return { conclusion, title, summary, minimalSummary: summary, annotations: [] };
}

/** One paragraph as Markdown. */
export function sentence(text: Phrase): string {
  return documentMarkdown([paragraph(text)]).trimEnd();
}

/** The pull request touches no file of the policy and no setting of the gate. */
export const untouchedReport: CheckRunReport = plainReport(
  "success",
  "Nothing to countersign",
  "This pull request changes neither the policy nor the gate's configuration.",
);

/** The platform reads the policy from the trust branch alone. `branch` is a branch name of the repository. */
export function noTrustBranchReport(branch: string): CheckRunReport {
  return plainReport(
    "success",
    "Nothing to countersign",
    sentence(
      phrase`The policy is read from ${branch} only. This pull request is judged anew when it is retargeted.`,
    ),
  );
}

/** There is no merge result to judge. */
export const conflictReport: CheckRunReport = plainReport(
  "failure",
  "Closed: conflicts with the base branch",
  "What the policy would be after the merge is not known. Resolve the conflicts; the pull request is judged anew then.",
);

/** Another open pull request with the same head commit is not approved; a check belongs to the commit. */
export function siblingReport(numbers: readonly number[]): CheckRunReport {
  const others = numbers.map((number) => `#${number}`).join(", ");
  return plainReport(
    "action_required",
    "Closed: the same commit waits in another pull request",
    `A check belongs to a commit, and this commit is also the head of ${others}, which is not open yet.`,
  );
}

/**
 * Something failed on the way to an answer. It is tried again, at once or, when it failed so often that this was the
 * `last` time in a row, with the next event; until then the gate is closed.
 */
export function errorReport(because: string, incident: string, last = false): CheckRunReport {
  const next = last
    ? phrase`It failed again and again, and is tried again with the next event or from time to time`
    : phrase`It is tried again by itself`;
  return plainReport(
    "failure",
    "Closed: could not be judged",
    sentence(
      phrase`${messagePhrase(because)}. ${next}; "Re-run" tries at once. Incident ${incident}.`,
    ),
  );
}

/** What an older comment says once there is nothing to countersign any more. */
export function untouchedComment({ title, summary }: CheckRunReport): string {
  return `${commentMarker}\n### ${title}\n\n${summary}\n`;
}
