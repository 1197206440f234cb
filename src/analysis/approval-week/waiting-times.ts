/** How long people took, in seconds. */
export interface WaitingTimes {
  /** Decisions of which the log has both times. */
  readonly known: number;
  /** Of an even number, the lower of the two in the middle. */
  readonly median: number;
  readonly longest: number;
  /** Decided later than the manifest lets a held call wait; absent without a manifest. */
  readonly late?: number;
}

/** What numbers of seconds come to, each with how often it was; undefined for none. */
export function waitingTimes(
  counts: ReadonlyMap<number, number>,
  ttl: number | undefined,
): WaitingTimes | undefined {
  const sorted = [...counts].sort(([one], [other]) => one - other);
  const known = sorted.reduce((sum, [, count]) => sum + count, 0);
  const longest = sorted.at(-1);
  if (longest === undefined) return undefined;
  let median = longest[0];
  let after = 0;
  // From the long ones down, while at least half of all are as long.
  for (const [seconds, count] of sorted.toReversed()) {
    if (after * 2 > known) break;
    median = seconds;
    after += count;
  }
  const late = sorted.reduce(
    (sum, [seconds, count]) => (ttl !== undefined && seconds > ttl ? sum + count : sum),
    0,
  );
  return {
    known,
    median,
    longest: longest[0],
    ...(ttl === undefined ? {} : { late }),
  };
}
