import type { CorpusChange } from "../analysis/simulation/corpus-change.ts";

/** What a pull request does to the saved calls: compared, or a file of them is none that can be read. */
export type CorpusFact =
  | {
      readonly kind: "compared";
      readonly change: CorpusChange;
      /** Files that the change edits or removes and that cannot be read as they are, so that nobody knows what is lost. */
      readonly unreadBefore?: readonly UnreadCorpusFile[];
    }
  | ({ readonly kind: "unreadable" } & CorpusFault);

/** Why saved calls cannot be read. */
export interface CorpusFault {
  /** A file, or what was to name some. */
  readonly path: string;
  /** To be read after "the saved calls in `x`": "are no regular file". */
  readonly because: string;
  readonly help?: string;
}

/** A file of saved calls that cannot be read, and which content it has. */
export interface UnreadCorpusFile extends CorpusFault {
  readonly sha: string;
}

/** A file of saved calls outside of the repository, as it was read. */
export interface MountedFile {
  /** As the configuration would name it: `mounted:calls/october.jsonl`. */
  readonly path: string;
  readonly bytes: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}
