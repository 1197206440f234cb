import { type Block, list, paragraph } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { bareText, type Phrase, phrase, words } from "./document/phrase.ts";

/** Where the log is not what was written; lines by their `seq`. */
export type LogProofFault =
  /** The line does not fit its own hash. */
  | { readonly kind: "changed"; readonly seq: number }
  /** The line does not follow the one that stands before it. */
  | {
      readonly kind: "unlinked";
      readonly seq: number;
      /** The line that stands before it; absent: it is the first. */
      readonly after?: number;
      /** The line that it was written after; absent: no such line is there. */
      readonly follows?: number;
    }
  /** The line that was written last is not there. */
  | { readonly kind: "cut"; readonly lines: number; readonly written: number }
  /** No line has the hash that the caller knows. */
  | { readonly kind: "not-continued"; readonly hash: string };

/** What a walk over the decision log found. */
export interface LogProof {
  /** Lines that were looked at. */
  readonly lines: number;
  /** The last of them, to be kept outside of the store; absent: the log is empty. */
  readonly head?: { readonly seq: number; readonly hash: string };
  /** In the order of the log, a bounded number. */
  readonly faults: readonly LogProofFault[];
}

/** The proof in words: how long the log is, where it ends, and each fault with the line that it was found at. */
export function proofBlocks({ lines, head, faults }: LogProof): readonly Block[] {
  const end =
    head === undefined ? [] : phrase`, the last is ${head.seq} with hash ${bareText(head.hash)}`;
  const walked = phrase`${counted(lines, "line")}${end}`;
  const outcome =
    faults.length === 0
      ? words("every line is as it was written and follows the one before", "green")
      : phrase`${counted(faults.length, "fault")} found`;
  return [paragraph(walked), paragraph(outcome), ...list(faults.map(faultPhrase))];
}

function faultPhrase(fault: LogProofFault): Phrase {
  switch (fault.kind) {
    case "changed":
      return phrase`line ${fault.seq} was changed`;
    case "unlinked":
      return unlinkedPhrase(fault);
    case "cut":
      return phrase`the end is missing: ${fault.written} lines were written and ${fault.lines} are there`;
    case "not-continued":
      return phrase`no line has the hash ${fault.hash}: the log was cut before it or written anew`;
  }
}

function unlinkedPhrase({
  seq,
  after,
  follows,
}: Extract<LogProofFault, { readonly kind: "unlinked" }>): Phrase {
  const place =
    after === undefined
      ? phrase`line ${seq} is not the first that was written`
      : phrase`line ${seq} does not follow line ${after}`;
  if (follows === undefined) {
    const replaced = after === undefined ? [] : phrase`, or line ${after} was replaced`;
    return phrase`${place}: lines before it are missing${replaced}`;
  }
  return after !== undefined && follows < after
    ? phrase`${place} but line ${follows}: what stands between them was inserted`
    : phrase`${place} but line ${follows}: lines changed places`;
}
