import { paragraph } from "../document/block.ts";
import { documentMarkdown } from "../document/document-markdown.ts";
import { joined, type Phrase, phrase } from "../document/phrase.ts";
import type { CheckRunReport } from "./check-run.ts";

/** Something about the installation without which the gate does not hold, or does not hear. */
export type SetupProblem =
  | {
      readonly kind: "permission-missing";
      readonly permission: string;
      /** What is needed, `read` or `write`. */
      readonly access: string;
    }
  | { readonly kind: "event-missing"; readonly event: string }
  | {
      readonly kind: "check-not-required" | "check-from-anybody" | "check-from-another-app";
      /** A guarded branch. */
      readonly branch: string;
    };

/** Fewer than the kinds of trouble that can come at once, and short enough to be read. */
const listedProblems = 4;

/** What is wrong, as the end of a sentence. */
export function setupProblemPhrase(problem: SetupProblem): Phrase {
  switch (problem.kind) {
    case "permission-missing":
      return phrase`the app has no permission ${`${problem.permission}: ${problem.access}`}`;
    case "event-missing":
      return phrase`the app is not told of the event ${problem.event}`;
    case "check-not-required":
      return phrase`no rule requires the check ${"countersign"} on ${problem.branch}, so a pull request can be merged without it`;
    case "check-from-anybody":
      return phrase`the rule on ${problem.branch} takes the check ${"countersign"} from any source, so a workflow can report it`;
    case "check-from-another-app":
      return phrase`the rule on ${problem.branch} expects the check ${"countersign"} from another app`;
  }
}

/** The same report with one more paragraph while the setup has problems; as it is while it has none. */
export function withSetupProblems(
  report: CheckRunReport,
  problems: readonly SetupProblem[],
): CheckRunReport {
  if (problems.length === 0) return report;
  const listed = problems.slice(0, listedProblems).map(setupProblemPhrase);
  const more = problems.length - listed.length;
  const rest = more > 0 ? [phrase`there are ${more} more problems`] : [];
  const said = paragraph(phrase`For administrators: ${joined([...listed, ...rest], "; ")}.`);
  return { ...report, summary: `${report.summary.trimEnd()}\n\n${documentMarkdown([said])}` };
}
