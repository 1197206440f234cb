import { documentMarkdown, tableMarkdown } from "../document/document-markdown.ts";
import type { CheckReport } from "./check-report.ts";
import { checkTable } from "./check-table.ts";

/** A check as a table in GitHub's Markdown. */
export function checkMarkdown(): CheckReport {
  return checkTable({ rows: tableMarkdown, end: (summary) => `\n${documentMarkdown(summary)}` });
}
