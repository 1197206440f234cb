/** After so many attempts in a row, work is given up until something happens: it is poisoned, or nobody can mend it here. */
export const attemptLimit = 10;

/** GitHub's longest window for a limit, in milliseconds. */
const longestWait = 3_600_000;

/**
 * When GitHub allows the next try, milliseconds since the epoch; undefined when the error names no time. A time further
 * ahead than an hour is cut.
 */
export function retryTime(error: unknown, now: number): number | undefined {
  const headers = headersOf(error);
  const seconds = Number(headers["retry-after"]);
  if (Number.isFinite(seconds) && seconds > 0) return now + Math.min(seconds * 1000, longestWait);
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  if (headers["x-ratelimit-remaining"] !== "0" || !(reset > now)) return undefined;
  return Math.min(reset, now + longestWait);
}

function headersOf(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error !== "object" || error === null || !("response" in error)) return {};
  const { response } = error;
  if (typeof response !== "object" || response === null || !("headers" in response)) return {};
  return response.headers as Readonly<Record<string, unknown>>;
}
