import { availableParallelism } from "node:os";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { Replay } from "../../analysis/simulation/replay.ts";
import { replayCorpus } from "../../analysis/simulation/replay-corpus.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import type { Policy } from "../../policy/policy.ts";
import type { FileSource } from "../files/file-source.ts";
import { largestUnpacked } from "../files/read-calls.ts";
import type { Io } from "../output/output.ts";
import { type Passed, watched } from "../output/progress.ts";
import { replayInParts } from "./replay-parts.ts";

/** When a file is read by several threads, and by how many. */
export interface Threads {
  /** The smallest file for which threads pay, in bytes. */
  readonly smallest: number;
  readonly workers: number;
}

const usual: Threads = { smallest: 268_435_456, workers: Math.min(8, availableParallelism()) };

/**
 * Decides the saved calls of files under base and head: large plain files in worker threads, others here, file by file. Says
 * on a terminal how far it is.
 */
export async function replayFiles(
  files: readonly FileSource[],
  policies: readonly [base: Policy, head: Policy],
  {
    catalogue,
    io,
    threads = usual,
  }: {
    readonly catalogue: Catalogue;
    readonly io: Io;
    readonly threads?: Threads;
  },
): Promise<Simulation> {
  const replay = new Replay(...policies);
  const sizes = files.map(({ disk }) => disk?.size);
  const size = sizes.reduce(
    (sum, more) => (sum === undefined ? more : sum + (more ?? Number.NaN)),
    0,
  );
  let done = 0;
  let now: () => Passed = () => ({ calls: 0, bytes: 0 });

  const inParts = async ({ name, disk }: FileSource): Promise<boolean> => {
    if (disk === undefined || disk.size < threads.smallest || threads.workers < 2) return false;
    const file = { ...disk, file: name, policies, catalogue };
    return await replayInParts(replay, file, threads.workers, (look) => {
      now = look;
    });
  };
  const alone = async ({ name, chunks }: FileSource): Promise<void> => {
    let bytes = 0;
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks()) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    now = () => ({ calls: 0, bytes });
    await replayCorpus(replay, { file: name, chunks: counted(), catalogue, most: largestUnpacked });
  };
  const all = async (): Promise<void> => {
    for (const file of files) {
      if (!(await inParts(file))) await alone(file);
      done += file.disk?.size ?? 0;
      now = () => ({ calls: 0, bytes: 0 });
    }
  };
  await watched(all, () => ({ calls: replay.calls + now().calls, bytes: done + now().bytes }), {
    io,
    ...(size === undefined || Number.isNaN(size) ? {} : { size }),
  });
  return replay.result();
}
