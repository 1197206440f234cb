import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import { callPath } from "../call-phrase.ts";
import { decisionPhrase } from "../decision-words.ts";
import { documentMarkdown, tableMarkdown } from "../document/document-markdown.ts";
import { type Phrase, quotedText } from "../document/phrase.ts";
import type { CheckReport } from "./check-report.ts";
import { checkSummaryBlocks } from "./check-summary-blocks.ts";

/** Rows that are written together: one by one would take ten times as long. */
const rowsTogether = 500;

/** A check as a table in GitHub's Markdown. */
export function checkMarkdown(): CheckReport {
  let waiting: (readonly Phrase[])[] = [];
  let part: "first" | "more" = "first";

  const flush = (): string => {
    const text = tableMarkdown(["call", "decision", "because"], waiting, part);
    waiting = [];
    part = "more";
    return text;
  };

  return {
    call(checked) {
      waiting.push(cells(checked));
      return waiting.length < rowsTogether ? "" : flush();
    },
    end: (summary) => `${flush()}\n${documentMarkdown(checkSummaryBlocks(summary))}`,
  };
}

function cells({ saved, decision }: CheckedCall): readonly Phrase[] {
  return [
    quotedText(callPath(saved.call)),
    decisionPhrase(decision.effect),
    quotedText(decision.because),
  ];
}
