/** What GitHub last said of its limits on requests, by installation; the id 0 stands for the app itself. */
export interface RateLimits {
  /** Takes notice of an answer. */
  note(installationId: number, headers: Headers): void;
  /**
   * When work that can wait may go on, milliseconds since the epoch: where less than `share` (0 to 1) of the limit is
   * left, when the limit is whole again. Undefined when there is enough, or nothing is known.
   */
  reserveUntil(installationId: number, share: number, now: number): number | undefined;
  /** The fewest requests that are left to any installation; undefined when nothing is known. */
  fewestLeft(now: number): number | undefined;
}

interface Window {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

/** Rate limits of which nothing is known yet. */
export function rateLimits(): RateLimits {
  const windows = new Map<number, Window>();
  return {
    note: (installationId, headers) => {
      if ((headers.get("x-ratelimit-resource") ?? "core") !== "core") return;
      const read = (name: string): number =>
        Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
      const window = {
        limit: read("limit"),
        remaining: read("remaining"),
        resetAt: read("reset") * 1000,
      };
      if (Object.values(window).every(Number.isFinite)) windows.set(installationId, window);
    },
    reserveUntil: (installationId, share, now) => {
      const window = windows.get(installationId);
      if (window === undefined || window.resetAt <= now) return undefined;
      return window.remaining < window.limit * share ? window.resetAt : undefined;
    },
    fewestLeft: (now) => {
      const left = [...windows.values()]
        .filter(({ resetAt }) => resetAt > now)
        .map(({ remaining }) => remaining);
      return left.length === 0 ? undefined : Math.min(...left);
    },
  };
}
