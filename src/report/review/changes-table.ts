import type { Change } from "../../analysis/diff/change.ts";
import { type SeenCalls, seenCalls } from "../../analysis/simulation/seen-calls.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import { witnessPhrase } from "../call-phrase.ts";
import { dangerousFirst } from "../dangerous-first.ts";
import { decisionVerb } from "../decision-words.ts";
import { type Block, paragraph } from "../document/block.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { joined, type Phrase, phrase, words } from "../document/phrase.ts";

interface Row {
  readonly change: Change;
  /** Undefined when no saved calls were replayed. */
  readonly seen: SeenCalls | undefined;
  readonly total: number;
}

/**
 * What changes, the most dangerous first, in words that need no knowledge of policies: at most `most` rows, and how
 * many more there are. Nothing when no decision changes.
 */
export function changesTable(projects: readonly ReviewedProject[], most: number): readonly Block[] {
  const rows = projects
    .flatMap(rowsOf)
    .sort((one, other) => dangerousFirst(one.change, other.change));
  if (rows.length === 0) return [];
  const more = rows.length - most;
  return [
    {
      kind: "table",
      header: [words("calls"), words("today"), words("after"), words("for example"), words("seen")],
      rows: rows.slice(0, most).map(cells),
    },
    ...(more > 0 ? [paragraph(phrase`and ${more} more, listed below`)] : []),
  ];
}

function rowsOf({ change: { diff }, simulation }: ReviewedProject): readonly Row[] {
  const seen = simulation === undefined ? [] : seenCalls(diff.changes, simulation);
  return diff.changes.map((change, index) => ({
    change,
    seen: seen[index],
    total: simulation?.total.calls ?? 0,
  }));
}

function cells({ change: { region, from, to, witness }, seen, total }: Row): readonly Phrase[] {
  const where =
    region.conditions.length === 0
      ? []
      : phrase` where ${joined(region.conditions.map(messagePhrase), " and ")}`;
  return [
    phrase`${region.path}${where}`,
    words(decisionVerb[from.effect].many),
    words(decisionVerb[to.effect].many),
    witnessPhrase(witness),
    seen === undefined ? words("no saved calls") : words(`${seen.calls} of ${total}`),
  ];
}
