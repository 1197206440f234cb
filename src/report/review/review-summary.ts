import type { Blocker } from "../../review/blocker.ts";
import type { Review } from "../../review/review-change.ts";
import { type Block, heading, type Item, list, paragraph } from "../document/block.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { type Phrase, phrase, words } from "../document/phrase.ts";
import { catalogueSummary } from "./catalogue-report.ts";
import { changesTable } from "./changes-table.ts";
import { corpusSummary } from "./corpus-report.ts";
import { connectorPhrase, headline, verdictPhrase } from "./headline.ts";
import { ignoredReviews } from "./ignored-reviews.ts";
import { loadSummary } from "./load-report.ts";
import { overrideBlocks } from "./override-report.ts";
import { ownersTable } from "./owners-table.ts";
import type { ReportContext } from "./report-context.ts";
import { setupHelp } from "./setup-help.ts";
import { specSummary } from "./spec-report.ts";

/** Rows of the table that a person reads in a minute. */
const readableRows = 7;
const listedBlockers = 20;

/**
 * What a person must know first: open or closed, what changes, what must be mended, who is asked. `owners`: whether each
 * owner is named, or only how far each connector has come.
 */
export function reviewSummary(
  review: Review,
  context: ReportContext,
  owners = true,
): readonly Block[] {
  const { verdict, projects } = review;
  return [
    heading(verdictPhrase(review)),
    paragraph(words(headline(review))),
    ...(verdict.kind === "closed-by-setup" ? setupHelp(verdict, context) : []),
    ...blockerBlocks(review.blockers),
    ...overrideBlocks(review),
    ...changesTable(projects, readableRows),
    ...loadSummary(review),
    ...corpusSummary(review, context),
    ...catalogueSummary(review),
    ...specSummary(review),
    ...ownerBlocks(review, owners),
    ...ignoredReviews(review),
  ];
}

/** Who is asked for what; only for what somebody would be asked while nobody can be. */
function ownerBlocks({ verdict, requirements }: Review, owners: boolean): readonly Block[] {
  if (requirements.length === 0) return [];
  if (verdict.kind !== "closed-by-setup") return [ownersTable(requirements, owners)];
  const affected = requirements.map(({ requirement: { connector } }) => connectorPhrase(connector));
  return [paragraph(words("Affected:")), ...list(affected)];
}

function blockerBlocks(blockers: readonly Blocker[]): readonly Block[] {
  if (blockers.length === 0) return [];
  const more = blockers.length - listedBlockers;
  return [
    paragraph(words("Nobody can approve this before it is mended:")),
    ...list(blockers.slice(0, listedBlockers).map(blockerItem)),
    ...(more > 0 ? [paragraph(phrase`and ${more} more`)] : []),
  ];
}

function blockerItem({ message, help, span }: Blocker): Item | Phrase {
  const place = span === undefined ? [] : phrase`${`${span.file}:${span.start.line}`} `;
  const text = phrase`${place}${messagePhrase(message)}`;
  return help === undefined ? text : { text, below: [paragraph(messagePhrase(help))] };
}
