const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/** How long to wait after the n-th attempt in a row failed, in milliseconds: 1 s, 2 s, 4 s, … at most 5 min. */
export function backoffAfter(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));
}
