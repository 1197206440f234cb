import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { policyDfas } from "../../analysis/compiled/action-dfas.ts";
import { isWholePart, type Replay } from "../../analysis/simulation/replay.ts";
import type { Passed } from "../output/progress.ts";
import { fileParts } from "./file-parts.ts";
import type replayFilePart from "./replay-worker.ts";

type PartToReplay = Parameters<typeof replayFilePart>[0];
type ReplayedPart = Awaited<ReturnType<typeof replayFilePart>>;

/** A plain file on disk, and what it is replayed under. */
export type FileToReplay = Omit<PartToReplay, "part" | "passed" | "dfas"> & {
  readonly size: number;
};

/** Megabytes for what a worker has just made: it is soon forgotten, so more would cost memory and save no time. */
const youngest = 16;

/** How far the workers are; called while they work. */
export type Watch = (look: () => Passed) => void;

/**
 * Replays a file in worker threads, a part in each, and counts what they found as if it had been replayed here. False, with nothing
 * counted: the file cannot be cut, a part holds more kinds of changes than one replay tells apart, or a worker failed;
 * the file is then for one thread.
 */
export async function replayInParts(
  replay: Replay,
  { size, ...file }: FileToReplay,
  workers: number,
  watch: Watch,
): Promise<boolean> {
  const parts = await fileParts(file.path, size, workers).catch(() => undefined);
  if (parts === undefined) return false;
  const pool = new Piscina<PartToReplay, ReplayedPart>({
    filename: workerFile(),
    maxThreads: workers,
    minThreads: workers,
    resourceLimits: { maxYoungGenerationSizeMb: youngest },
  });
  // A worker that cannot even start is told here, beside the task that it was to do; unheard it would end the process.
  pool.on("error", () => undefined);
  try {
    // Made once, while the workers start.
    const dfas = policyDfas(file.policies);
    const passed = parts.map(() => new Int32Array(new SharedArrayBuffer(8)));
    watch(() => ({ calls: sum(passed, 0), bytes: sum(passed, 1) * 1024 }));
    const found = await Promise.all(
      parts.map((part, index) =>
        pool.run({ ...file, dfas, part, passed: passed[index] as Int32Array }),
      ),
    );
    if (!found.every(({ counted }) => isWholePart(counted))) return false;
    let before = 0;
    for (const { counted, lines } of found) {
      // The lines of a later part are numbered from 2.
      replay.absorb(counted, before === 0 ? 0 : before - 1);
      before += lines;
    }
    return true;
  } catch {
    return false;
  } finally {
    await pool.destroy();
  }
}

/** The worker's program, whether this runs as it is written or as it was built. */
function workerFile(): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return fileURLToPath(new URL(`./replay-worker.${extension}`, import.meta.url));
}

function sum(passed: readonly Int32Array[], at: number): number {
  return passed.reduce((total, counts) => total + (counts[at] ?? 0), 0);
}
