import type { OwnerGroup } from "../../review/requirement.ts";
import type { Review } from "../../review/review-change.ts";
import { type Block, heading, list, paragraph } from "../document/block.ts";
import { documentMarkdown } from "../document/document-markdown.ts";
import { joined, type Phrase, phrase, words } from "../document/phrase.ts";
import { changesTable } from "./changes-table.ts";
import type { CheckRunReport } from "./check-run.ts";
import { connectorPhrase, headline } from "./headline.ts";
import { ownerNames } from "./owners-table.ts";
import { plainReport } from "./plain-report.ts";
import { shortened } from "./report-size.ts";

/** What landed on a trust branch though nobody had approved just that. */
export interface IncidentFacts {
  /** Of the whole move, by nobody's approvals. */
  readonly review: Review;
  readonly unapproved: readonly UnapprovedConnector[];
  /** The trust branch. */
  readonly branch: string;
  readonly beforeSha: string;
  readonly afterSha: string;
  /** Who moved the branch; undefined when nobody told. */
  readonly pusher: string | undefined;
  /** Numbers of the merged pull requests that it came through. */
  readonly pulls: readonly number[];
}

/** A connector whose change was not approved, or only by an approval that was used before. */
export interface UnapprovedConnector {
  readonly connector: string;
  readonly groups: readonly OwnerGroup[];
  readonly because: "not-approved" | "approval-used-before";
}

const title = "Incident: landed without approval";
/** GitHub takes 65,535 bytes; a text of this size stays far below. */
const size = { rows: 20, bytes: 160, details: false, owners: true };
const readableRows = 7;

/** The check run on the commit of the trust branch. */
export function incidentCheckRun(facts: IncidentFacts): CheckRunReport {
  return {
    conclusion: "failure",
    title,
    summary: documentMarkdown(incidentBlocks(facts)),
    minimalSummary: headline(facts.review),
    annotations: [],
  };
}

/** Stands at the top of a comment on an incident, so that it is written once for each commit. */
export function incidentMarker(afterSha: string): string {
  return `<!-- countersign incident ${afterSha} -->`;
}

/** The comment on a pull request that it came through. */
export function incidentComment(facts: IncidentFacts): string {
  const text = documentMarkdown([heading(words(title)), ...incidentBlocks(facts)]);
  return `${incidentMarker(facts.afterSha)}\n${text}`;
}

/** The commit stands on the trust branch already, and landed there without approval. */
export const landedReport: CheckRunReport = plainReport(
  "failure",
  title,
  "This commit landed on a trust branch without approval, so its check stays closed.",
);

function incidentBlocks(facts: IncidentFacts): readonly Block[] {
  const { review, unapproved } = facts;
  const foreign = [
    paragraph(howItCame(facts)),
    ...list(unapproved.map(unapprovedPhrase)),
    ...changesTable(review.projects, readableRows),
  ];
  return [
    paragraph(words(headline(review))),
    ...shortened(foreign, size),
    paragraph(
      words(
        "The policy is in force as it stands. Whether it stays so is for the owners to say: revert it in a pull request, or leave it. This check keeps saying what happened.",
      ),
    ),
  ];
}

function howItCame({ branch, beforeSha, afterSha, pusher, pulls }: IncidentFacts): Phrase {
  const who = pusher === undefined ? words("Somebody") : phrase`${pusher}`;
  const move = phrase`${who} moved ${branch} from ${beforeSha.slice(0, 12)} to ${afterSha.slice(0, 12)}`;
  if (pulls.length === 0) return phrase`${move}, through no pull request.`;
  return phrase`${move}, with ${words(pulls.map((number) => `#${number}`).join(", "))}.`;
}

function unapprovedPhrase({ connector, groups, because }: UnapprovedConnector): Phrase {
  const name = connectorPhrase(connector);
  if (because === "approval-used-before") {
    return phrase`${name}: the approval of just this change was used by a merge before`;
  }
  if (groups.length === 0)
    return phrase`${name}: not approved, and nobody can say by whom it had to be`;
  return phrase`${name}: not approved by ${joined(groups.map(ownerNames), " and by ")}`;
}
