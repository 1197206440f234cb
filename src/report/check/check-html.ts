import { blocksHtml, tableEnd, tableHtml } from "../document/document-html.ts";
import { pageEnd, pageStart } from "../document/html-page.ts";
import type { CheckReport } from "./check-report.ts";
import { checkTable } from "./check-table.ts";

/** A check as a page of HTML. */
export function checkHtml(): CheckReport {
  return checkTable({
    rows: (header, rows, part) =>
      `${part === "first" ? pageStart("countersign check") : ""}${tableHtml(header, rows, part)}`,
    end: (summary) => `${tableEnd}${blocksHtml(summary)}${pageEnd}`,
  });
}
