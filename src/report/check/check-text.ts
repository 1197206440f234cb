import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { callPath } from "../call-phrase.ts";
import { decisionPhrase } from "../decision-words.ts";
import { columnLine, columnWidths } from "../document/columns.ts";
import { documentText, phraseText } from "../document/document-text.ts";
import type { Paint } from "../document/paint.ts";
import type { CheckReport } from "./check-report.ts";
import { checkSummaryBlocks } from "./check-summary-blocks.ts";

/** Calls that are held back to measure the columns; later calls get the same columns, however wide they are. */
export const measuredCalls = 1000;

/** A hostile name must not make every line of the table as long as itself. */
const longestCell = 80;

/** A check as a table for the terminal: `call  decision  because`. */
export function checkText(paint: Paint): CheckReport {
  let waiting: (readonly string[])[] = [["call", "decision", "because"]];
  let widths: readonly number[] | undefined;

  const flush = (): string => {
    widths ??= columnWidths(waiting);
    const lines = waiting.map((row) => `${columnLine(row, widths ?? [])}\n`);
    waiting = [];
    return lines.join("");
  };

  return {
    call(checked) {
      waiting.push(cells(checked, paint));
      return widths === undefined && waiting.length <= measuredCalls ? "" : flush();
    },
    end: (summary) => `${flush()}\n${documentText(checkSummaryBlocks(summary), paint)}`,
  };
}

function cells({ saved, decision }: CheckedCall, paint: Paint): readonly string[] {
  return [
    visible(callPath(saved.call), longestCell),
    phraseText(decisionPhrase(decision.effect), paint),
    visible(decision.because, longestCell),
  ];
}
