import { setTimeout as sleep } from "node:timers/promises";
import type { DeliveryInbox } from "../storage/delivery-inbox.ts";

export interface RetentionOptions {
  readonly inbox: Pick<DeliveryInbox, "forgetOlderThan">;
  /** Deliveries that are older are forgotten. */
  readonly days: number;
  /** How long to rest when nothing old is left, in milliseconds; an hour when absent. */
  readonly restMs?: number;
  /** How long to let others write between two portions, in milliseconds; a second when absent. */
  readonly betweenMs?: number;
  /** Told when the store cannot be asked; it is tried again after the rest. */
  readonly onError: (error: unknown) => void;
}

/** Forgets old deliveries portion by portion, from now on until it is stopped; `stop` resolves when it has ended. */
export function startRetention(options: RetentionOptions): { stop(): Promise<void> } {
  const { inbox, days, restMs = 3_600_000, betweenMs = 1_000, onError } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

  async function forget(): Promise<void> {
    while (!signal.aborted) {
      const forgotten = await inbox.forgetOlderThan(days).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      await pause(forgotten > 0 ? betweenMs : restMs);
    }
  }

  const ended = forget();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
