import { setTimeout as sleep } from "node:timers/promises";
import type { Claim } from "../storage/work/claim.ts";
import type { WorkQueue } from "../storage/work/work-queue.ts";

export interface WorkerOptions {
  readonly work: WorkQueue;
  /** Does the work of one claim and ends it, whatever happens. */
  readonly job: (claim: Claim) => Promise<void>;
  /** Subjects worked on at the same time. */
  readonly concurrency: number;
  /** How often to look for work that nobody in this process announced, in milliseconds. */
  readonly pollMs: number;
  /** How often a lease is prolonged while its work goes on, in milliseconds. */
  readonly heartbeatMs: number;
  /** Told when a job throws, which it should not unless the store is away. */
  readonly onError: (error: unknown) => void;
  /**
   * Told once when the store stops answering, with the error, and once when it answers again, without one. When it is
   * absent, `onError` is told of the first.
   */
  readonly onStore?: (error?: unknown) => void;
}

/** A running worker. */
export interface Worker {
  /** Takes no new work and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Claims what is due, one subject after the other in each lane, until it is stopped. It wakes at once for work that
 * this process announces and looks for other work every `pollMs`. One lane looks for all that are free, so what a look
 * costs the store does not grow with the lanes.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { work, concurrency, pollMs, onError, onStore } = options;
  const stopping = new AbortController();
  let waking = new AbortController();
  const wake = (): void => {
    waking.abort();
    waking = new AbortController();
  };
  const forget = work.onDue(wake);

  let isAway = false;
  const claimed = async (): Promise<Claim | undefined> => {
    try {
      const claim = await work.claim();
      if (isAway) onStore?.();
      isAway = false;
      return claim;
    } catch (error) {
      if (!isAway) (onStore ?? onError)(error);
      isAway = true;
      return undefined;
    }
  };

  /** Looks until something is due; undefined when stopped. */
  async function look(): Promise<Claim | undefined> {
    while (!stopping.signal.aborted) {
      const { signal } = waking;
      const claim = await claimed();
      if (claim) return claim;
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  }

  let looking: Promise<Claim | undefined> = Promise.resolve(undefined);
  const next = (): Promise<Claim | undefined> => {
    looking = looking.then(look);
    return looking;
  };

  async function lane(): Promise<void> {
    for (let claim = await next(); claim; claim = await next()) {
      await workOn(claim, options).catch(onError);
      // What happened meanwhile is due now, and what else waited for its end.
      wake();
    }
  }

  const lanes = Promise.all(Array.from({ length: concurrency }, lane));
  return {
    stop: async () => {
      stopping.abort();
      forget();
      wake();
      await lanes;
    },
  };
}

/** Runs the job and keeps its lease alive meanwhile. */
async function workOn(
  claim: Claim,
  { work, job, heartbeatMs, onError }: WorkerOptions,
): Promise<void> {
  const heart = setInterval(() => void work.heartbeat(claim).catch(onError), heartbeatMs);
  try {
    await job(claim);
  } finally {
    clearInterval(heart);
  }
}
