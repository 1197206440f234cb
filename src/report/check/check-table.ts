import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import { callPath } from "../call-phrase.ts";
import { decisionPhrase } from "../decision-words.ts";
import type { Block } from "../document/block.ts";
import { type Phrase, quotedText } from "../document/phrase.ts";
import type { CheckReport } from "./check-report.ts";
import { checkSummaryBlocks } from "./check-summary-blocks.ts";

/** Rows that are written together: one by one would take ten times as long. */
const rowsTogether = 500;

/** How a table that is too long to hold is written, and what stands below it. */
export interface TableWriter {
  rows(
    header: readonly string[],
    rows: readonly (readonly Phrase[])[],
    part: "first" | "more",
  ): string;
  end(summary: readonly Block[]): string;
}

/** A check as a table of a document. */
export function checkTable(writer: TableWriter): CheckReport {
  let waiting: (readonly Phrase[])[] = [];
  let part: "first" | "more" = "first";

  const flush = (): string => {
    const text = writer.rows(["call", "decision", "because"], waiting, part);
    waiting = [];
    part = "more";
    return text;
  };

  return {
    call(checked) {
      waiting.push(cells(checked));
      return waiting.length < rowsTogether ? "" : flush();
    },
    end: (summary) => `${flush()}${writer.end(checkSummaryBlocks(summary))}`,
  };
}

function cells({ saved, decision }: CheckedCall): readonly Phrase[] {
  return [
    quotedText(callPath(saved.call)),
    decisionPhrase(decision.effect),
    quotedText(decision.because),
  ];
}
