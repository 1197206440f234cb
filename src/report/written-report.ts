import type { Block } from "./document/block.ts";
import { documentHtml } from "./document/document-html.ts";
import { documentMarkdown } from "./document/document-markdown.ts";
import { documentText } from "./document/document-text.ts";
import type { Paint } from "./document/paint.ts";
import { jsonDocument } from "./json/json-text.ts";

/** How a report is written, for people or for programs. */
export type ReportFormat = "text" | "markdown" | "html" | "json";

/** What a command has to say, before it is known how it will be written. */
export interface Report {
  /** What a page of it is called: `countersign lint`. */
  readonly title: string;
  readonly blocks: () => readonly Block[];
  readonly json: () => unknown;
}

const writers: Readonly<Record<ReportFormat, (report: Report, paint: Paint) => string>> = {
  text: ({ blocks }, paint) => documentText(blocks(), paint),
  markdown: ({ blocks }) => documentMarkdown(blocks()),
  html: ({ blocks, title }) => documentHtml(blocks(), title),
  json: ({ json }) => jsonDocument(json()),
};

/** A report in one of its formats, ended by a line feed. Only text has colours. */
export function writtenReport(report: Report, format: ReportFormat, paint: Paint): string {
  return writers[format](report, paint);
}
