/**
 * When the next of many may begin. `take(key)` answers a time for one more: at once for the first `burst`, then one
 * every `everyMs`, counted for each key by itself. What is not used is saved up, at most to the burst again.
 */
export interface Spread {
  /** Milliseconds since the epoch, never before `now`. */
  take(key: number, now: number): number;
}

/** A spread where nothing was taken yet. */
export function spread({
  burst,
  everyMs,
}: {
  readonly burst: number;
  readonly everyMs: number;
}): Spread {
  const filledUntil = new Map<number, number>();
  return {
    take: (key, now) => {
      const saved = now - burst * everyMs;
      const until = Math.max(filledUntil.get(key) ?? saved, saved) + everyMs;
      filledUntil.set(key, until);
      return Math.max(now, until);
    },
  };
}
