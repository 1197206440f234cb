import { setTimeout as sleep } from "node:timers/promises";
import { type SweepTurn, wholeApp } from "../../storage/sweeps/sweep-schedule.ts";
import { statusOf } from "../client.ts";
import { failureFields } from "../jobs/failure-fields.ts";
import { appTurn } from "./app-turn.ts";
import type { RedeliveryMemory } from "./failed-deliveries.ts";
import { installationTurn } from "./installation-turn.ts";
import { spread } from "./spread.ts";
import type { SweepContext } from "./sweep-context.ts";

/** What a sweeper is made of; the rest of its context is its own. */
export type SweeperOptions = Omit<SweepContext, "memory" | "spread" | "saidOnce" | "stopping"> & {
  /** How often to look for a turn that is due, in milliseconds. */
  readonly pollMs: number;
};

/** A running sweeper. */
export interface Sweeper {
  /** Looks for a turn that is due now. */
  wake(): void;
  /** Takes no new turn, leaves the one under way at the next repository, and resolves when that has ended. */
  stop(): Promise<void>;
}

/** Pull requests that are made due at once; the others follow one by one, so that events keep their share. */
const burst = 20;
const spacingMs = 10_000;

/**
 * Looks, at its start and from time to time, for what webhooks did not tell. Instances on the same store take turns.
 * An error ends a turn and nothing else.
 */
export function startSweeper(options: SweeperOptions): Sweeper {
  const stopping = new AbortController();
  let waking = new AbortController();
  const wake = (): void => {
    waking.abort();
    waking = new AbortController();
  };
  const said = new Map<string, string>();
  const asked: RedeliveryMemory = new Map();
  const context: SweepContext = {
    ...options,
    memory: new Map(),
    spread: spread({ burst, everyMs: spacingMs }),
    stopping: stopping.signal,
    saidOnce: (what, error, message) => {
      const answer = String(statusOf(error) ?? (error instanceof Error ? error.message : error));
      if (said.get(what) === answer) return;
      said.set(what, answer);
      options.log.warn({ of: what, ...failureFields(error) }, message);
    },
  };
  const { store, pollMs, everyMs, now } = options;

  const turn = async ({ installationId }: SweepTurn): Promise<number> => {
    try {
      return installationId === wholeApp
        ? await appTurn(context, asked)
        : await installationTurn(context, installationId);
    } catch (error) {
      context.saidOnce(`installation ${installationId}`, error, "a sweep failed");
      return now() + everyMs;
    }
  };

  const turns = async (): Promise<void> => {
    for (;;) {
      if (stopping.signal.aborted) return;
      const next = await store.sweeps.take();
      if (next === undefined) return;
      await store.sweeps.finish(next, await turn(next));
    }
  };

  const run = async (): Promise<void> => {
    let begun = false;
    while (!stopping.signal.aborted) {
      const woken = waking.signal;
      try {
        if (!begun) await store.sweeps.begin();
        begun = true;
        await turns();
      } catch (error) {
        context.saidOnce("store", error, "the sweep could not reach the store");
      }
      await sleep(pollMs, undefined, { signal: woken }).catch(() => undefined);
    }
  };

  const running = run();
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}
