import type { Review } from "../../review/review-change.ts";
import { type Block, heading, paragraph } from "../document/block.ts";
import { documentMarkdown } from "../document/document-markdown.ts";
import { joined, type Phrase, phrase, words } from "../document/phrase.ts";
import { connectorPhrase, headline, verdictPhrase } from "./headline.ts";
import type { ReportContext } from "./report-context.ts";
import { leastBytes, type ReportSize, reportSizes, shortened, shortPhrase } from "./report-size.ts";
import { reviewDetails } from "./review-details.ts";
import { reviewSummary } from "./review-summary.ts";

/** Stands at the top of our comment, so that a lost id can be found again; it proves nothing by itself. */
export const commentMarker = "<!-- countersign -->";

/** GitHub takes 65,536 characters of a comment and 65,535 bytes of a check run; below this nothing is refused. */
const mostBytes = 60_000;

/** The one comment of a pull request, which is updated in place: at most 60,000 bytes. */
export function reviewComment(review: Review, context: ReportContext): string {
  return `${commentMarker}\n${fittingMarkdown(review, context)}`;
}

/**
 * The fullest report as Markdown that GitHub takes. What gets shorter first is what can be unfolded; what closes the gate
 * is named in each.
 */
export function fittingMarkdown(review: Review, context: ReportContext): string {
  const most = mostBytes - commentMarker.length - 1;
  for (const size of reportSizes) {
    const blocks = sizedBlocks(review, context, size);
    // Rendering takes long; what is too long as it is gets no shorter by it.
    if (leastBytes(blocks) > most) continue;
    const text = documentMarkdown(blocks);
    if (Buffer.byteLength(text) <= most) return text;
  }
  return documentMarkdown(shortestReport(review, context));
}

/** The report as Markdown: what a person must know first, then what can be unfolded. At most `rows` items a list. */
export function reviewMarkdown(review: Review, context: ReportContext, rows: number): string {
  return documentMarkdown(
    sizedBlocks(review, context, { rows, bytes: 2000, details: true, owners: true }),
  );
}

function sizedBlocks(review: Review, context: ReportContext, size: ReportSize): readonly Block[] {
  // Parts come whole and are cut here, so that what they count is all there is.
  const details = size.details ? reviewDetails(review, context, Number.POSITIVE_INFINITY) : [];
  return [
    ...shortened([...reviewSummary(review, context, size.owners), ...details], size),
    ...(size.details ? [] : [leftOut]),
    footer(context),
  ];
}

const leftOut = paragraph(
  phrase`The rest is too long for GitHub; ${"countersign review"} in a checkout shows it.`,
);

/** Bytes that the names of connectors may take where nothing else fits. */
const nameBytes = 55_000;

/** What is left of a report that fits in no size: its title, its first sentence, and the names of what is awaited. */
function shortestReport(review: Review, context: ReportContext): readonly Block[] {
  const { verdict } = review;
  const names = verdict.kind === "waiting" ? fittingNames(verdict.on) : [];
  return [
    heading(shortPhrase(verdictPhrase(review), { bytes: 160 })),
    paragraph(words(headline(review))),
    ...(names.length === 0 ? [] : [paragraph(phrase`Awaited: ${names}`)]),
    leftOut,
    footer(context),
  ];
}

function fittingNames(connectors: readonly string[]): Phrase {
  const names: Phrase[] = [];
  let left = nameBytes;
  for (const connector of connectors) {
    const name = shortPhrase(connectorPhrase(connector), { bytes: 160 });
    left -= Buffer.byteLength(documentMarkdown([paragraph(name)])) + 2;
    if (left < 0) break;
    names.push(name);
  }
  const more = connectors.length - names.length;
  return joined(more > 0 ? [...names, phrase`and ${more} more`] : names, ", ");
}

function footer({ baseSha, headSha, branch }: ReportContext): Block {
  const at = phrase`Compared ${branch} at ${baseSha.slice(0, 12)} with the merge of ${headSha.slice(0, 12)}.`;
  return paragraph(
    shortPhrase([...at, ...words(" This comment is updated in place.")], { bytes: 300 }),
  );
}
