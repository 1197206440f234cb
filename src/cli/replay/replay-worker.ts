// What a worker thread does: it replays one part of a file.
import { createReadStream } from "node:fs";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import type { ActionDfas } from "../../analysis/compiled/action-dfas.ts";
import { Replay, type ReplayPart } from "../../analysis/simulation/replay.ts";
import { replayPart } from "../../analysis/simulation/replay-corpus.ts";
import type { Policy } from "../../policy/policy.ts";
import type { FilePart } from "./file-parts.ts";

/** A part of a file, and what it is replayed under. */
interface PartToReplay {
  readonly path: string;
  /** What the file is called in places. */
  readonly file: string;
  readonly part: FilePart;
  readonly policies: readonly [base: Policy, head: Policy];
  /** The automata of the policies' patterns. */
  readonly dfas: ActionDfas;
  readonly catalogue: Catalogue;
  /** Where it says how far it is: calls, then kibibytes. */
  readonly passed: Int32Array;
}

/** What a part comes to. */
interface ReplayedPart {
  readonly counted: ReplayPart;
  readonly lines: number;
}

/** Bytes that are read at once. */
const portion = 262_144;

/** Replays a part. */
export default async function replayFilePart(work: PartToReplay): Promise<ReplayedPart> {
  const { path, file, part, policies, dfas, catalogue, passed } = work;
  const { start, end } = part;
  const replay = new Replay(...policies, { dfas, patience: 0 });
  const source = createReadStream(path, { start, end: end - 1, highWaterMark: portion });
  const lines = await replayPart(replay, {
    file,
    chunks: source,
    catalogue,
    isBeginning: start === 0,
    watch: ({ calls }) => {
      passed.set([calls, Math.floor(source.bytesRead / 1024)]);
    },
  });
  return { counted: replay.part(), lines };
}
