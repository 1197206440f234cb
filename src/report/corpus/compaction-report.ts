import type { Tally } from "../../analysis/simulation/tally.ts";
import { type Block, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { phrase } from "../document/phrase.ts";

/** What a compaction came to, in one sentence. */
export function compactionBlocks(before: Tally, after: Tally): readonly Block[] {
  return [
    paragraph(
      phrase`${counted(before.calls, "line")} became ${after.calls}; they stand for ${counted(after.weight, "call")}`,
    ),
  ];
}
