import type { ApprovalWeek } from "../analysis/approval-week/approval-week.ts";
import { type Block, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { documentMarkdown } from "./document/document-markdown.ts";
import { bareText, joined, type Phrase, phrase } from "./document/phrase.ts";
import { momentWords } from "./moment-words.ts";
import { reportSizes, shortened } from "./review/report-size.ts";
import { weekBlocks } from "./week-report.ts";

/** GitHub takes 65,536 characters of an issue; below this nothing is refused. */
const mostBytes = 60_000;

/** A report of approvals as an issue. */
export interface WeekIssue {
  readonly title: string;
  readonly body: string;
}

/** What a report covers. */
export interface ReportedPart {
  /** Of the log, in days. */
  readonly days: number;
  /** The newest record of the log, milliseconds since the epoch; undefined: none has a time. */
  readonly newest: number | undefined;
  /** The files of the log. */
  readonly files: readonly string[];
  /** Why some of it could not be read, in our own words. */
  readonly faults: readonly Phrase[];
}

/** What every report begins with. */
export const anyWeekMarker = "<!-- countersign: report";

/** Stands at the top of a report, so that it can be found again; it proves nothing by itself. */
export function weekMarker(after: number): string {
  return `${anyWeekMarker} after ${after} -->`;
}

/** Writes a report of approvals as an issue, cut to what GitHub takes. `after`: what tells it from any other report. */
export function weekIssue(week: ApprovalWeek, part: ReportedPart, after: number): WeekIssue {
  const { days, newest } = part;
  const until = newest === undefined ? "" : ` until ${momentWords(newest).split(" ")[0]}`;
  const blocks = [...weekBlocks(week), ...partBlocks(part)];
  return {
    title: `Approvals of ${days === 7 ? "a week" : `${days} days`}${until}`,
    body: `${weekMarker(after)}\n${fitting(blocks)}`,
  };
}

function fitting(blocks: readonly Block[]): string {
  for (const size of reportSizes) {
    const text = documentMarkdown(shortened(blocks, size));
    if (Buffer.byteLength(text) <= mostBytes) return text;
  }
  return documentMarkdown([
    paragraph(phrase`The report is too long for GitHub; ${"countersign report"} shows it.`),
  ]);
}

function partBlocks({ days, files, faults }: ReportedPart): readonly Block[] {
  const named = files.slice(0, 20).map(bareText);
  const more = files.length - named.length;
  const all = joined(more > 0 ? [...named, phrase`${more} more`] : named, ", ");
  return [
    ...faults.map(paragraph),
    paragraph(
      phrase`Of the last ${counted(days, "day")} that the log tells of: ${all}. Countersign writes such a report as the configuration says, and closes this one then.`,
    ),
  ];
}
