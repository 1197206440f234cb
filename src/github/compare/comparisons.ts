import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { Lru } from "toad-cache";
import { type ProjectChange, projectChange } from "../../review/project-change.ts";
import type { ProjectFiles } from "../../review/project-files.ts";

/** Says what a change does to one project. Equal files come to equal changes. */
export type CompareProject = (files: ProjectFiles) => Promise<ProjectChange>;

/** Comparisons beside the thread that answers webhooks. */
export interface Comparisons {
  readonly compare: CompareProject;
  /** Ends the threads, and rejects what they have not finished. */
  stop(): Promise<void>;
}

/**
 * The exact comparison gives up by itself long before, and no more wait for a thread than the app has lanes; what takes
 * longer is a fault, and its thread is ended.
 */
const limitMs = 300_000;
/** A thread that needs more is ended, and the app lives on. */
const megabytes = 1_024;
const idleMs = 60_000;
const kept = 64;

/**
 * Compares in up to `threads` threads, which start when they are needed; 0: in this one, and the default is one less than
 * the machine runs at a time. Results are kept by the files' content, because each review and each comment has the same
 * change judged again. A comparison that fails, ends its thread or takes five minutes rejects, and is not kept.
 */
export function comparisons(threads: number = defaultThreads()): Comparisons {
  const known = new Lru<Promise<ProjectChange>>(kept);
  const pool = threads === 0 ? undefined : startPool(threads);
  const compared = async (files: ProjectFiles): Promise<ProjectChange> =>
    pool === undefined
      ? projectChange(files)
      : await pool.run(files, { signal: AbortSignal.timeout(limitMs) });
  return {
    compare: (files) => {
      const key = createHash("sha256").update(JSON.stringify(files)).digest("hex");
      const before = known.get(key);
      if (before !== undefined) return before;
      const change = compared(files);
      known.set(key, change);
      change.catch(() => known.delete(key));
      return change;
    },
    stop: async () => {
      await pool?.destroy();
    },
  };
}

function defaultThreads(): number {
  return Math.max(1, availableParallelism() - 1);
}

function startPool(maxThreads: number): Piscina<ProjectFiles, ProjectChange> {
  const fromSource = import.meta.url.endsWith(".ts");
  const worker = new URL(
    fromSource ? "./comparison-worker.ts" : "./comparison-worker.js",
    import.meta.url,
  );
  return new Piscina({
    filename: fileURLToPath(worker),
    minThreads: 0,
    maxThreads,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: fromSource ? ["--import", "tsx"] : [],
  });
}
