import type { Tally } from "../../analysis/simulation/tally.ts";
import { type Block, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { phrase, words } from "../document/phrase.ts";

/** What was replaced in a corpus, and what was lost by it. */
export interface RedactionFacts {
  readonly total: Tally;
  readonly replaced: number;
  readonly lost: number;
}

/** What a redaction came to. */
export function redactionBlocks({ total, replaced, lost }: RedactionFacts): readonly Block[] {
  return [
    paragraph(
      phrase`${counted(replaced, "value")} replaced in ${counted(total.calls, "saved call")}`,
    ),
    ...(lost === 0
      ? []
      : [
          paragraph(
            phrase`${counted(lost, "value")} of these ${words(
              lost === 1
                ? "is read by a condition, and no other text was found for it: its call"
                : "are read by conditions, and no other text was found for them: their calls",
            )} may be undecidable now`,
          ),
        ]),
  ];
}
