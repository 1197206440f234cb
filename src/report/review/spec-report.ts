import type { Review } from "../../review/review-change.ts";
import type { SpecChange } from "../../review/spec-change.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { type Phrase, phrase, words } from "../document/phrase.ts";
import { differencePhrase } from "./catalogue-report.ts";

/** Connectors that a person reads before anything is unfolded. */
const readable = 5;

/** How much changes in what describes each connector, in one sentence each; nothing when all of it says the same. */
export function specSummary({ specs }: Pick<Review, "specs">): readonly Block[] {
  const more = specs.length - readable;
  return [
    ...specs.slice(0, readable).map((spec) => paragraph(summaryPhrase(spec))),
    ...(more > 0 ? [paragraph(phrase`and what describes ${more} more`)] : []),
  ];
}

function summaryPhrase(spec: SpecChange): Phrase {
  const { connector } = spec;
  if (spec.kind === "compared") {
    return phrase`What describes ${connector} says ${counted(spec.differences.length, "thing")} differently, so its owners are asked.`;
  }
  const when = words(spec.side === "after" ? "after this change" : "as it is today");
  return phrase`${spec.path}, which describes ${connector}, cannot be read ${when}, so nobody knows which actions come or go, and its owners are asked.`;
}

/** Each action that comes, goes or gets another risk, and why what cannot be read cannot be. */
export function specBlocks({ specs }: Pick<Review, "specs">, rows: number): readonly Block[] {
  const lines = specs.flatMap((spec) =>
    spec.kind === "compared"
      ? spec.differences.map(differencePhrase)
      : [phrase`${spec.path}: ${messagePhrase(spec.because)}`],
  );
  const more = lines.length - rows;
  return list([...lines.slice(0, rows), ...(more > 0 ? [phrase`and ${more} more`] : [])]);
}
