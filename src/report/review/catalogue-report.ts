import type { CatalogueDifference } from "../../analysis/catalogue/catalogue-diff.ts";
import type { Review } from "../../review/review-change.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { type Phrase, phrase, words } from "../document/phrase.ts";

/** How much of the catalogue changes, in one sentence; nothing when it means the same. */
export function catalogueSummary(review: Review): readonly Block[] {
  const count = differencesOf(review).length;
  if (count === 0) return [];
  return [
    paragraph(
      phrase`The catalogue of actions says ${counted(count, "thing")} differently, so the fallback owners are asked.`,
    ),
  ];
}

/** Each action whose risk changes, that comes or goes. */
export function catalogueBlocks(review: Review, rows: number): readonly Block[] {
  const differences = differencesOf(review);
  const more = differences.length - rows;
  return list([
    ...differences.slice(0, rows).map(differencePhrase),
    ...(more > 0 ? [phrase`and ${more} more`] : []),
  ]);
}

function differencesOf({ catalogue }: Review): readonly CatalogueDifference[] {
  return catalogue?.kind === "compared" ? catalogue.differences : [];
}

/** One thing that two catalogues say differently. */
export function differencePhrase(difference: CatalogueDifference): Phrase {
  const { connector } = difference;
  if (difference.kind === "action") {
    const { action, from, to } = difference;
    return phrase`${`${connector}.${action}`}: ${words(from)} → ${words(to)}`;
  }
  return difference.becomes === "known"
    ? phrase`${connector}: any action → these alone`
    : phrase`${connector}: these actions alone → any`;
}
