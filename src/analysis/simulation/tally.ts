/** A number of saved calls, and of the real calls that they stand for. */
export interface Tally {
  readonly calls: number;
  /** The sum of the records' `count`. */
  readonly weight: number;
}

/** A tally that grows; handed out as a `Tally` when all calls are in. */
export interface RunningTally {
  calls: number;
  weight: number;
}

/** A tally of nothing yet. */
export function newTally(): RunningTally {
  return { calls: 0, weight: 0 };
}

/** Counts in what another tally has counted. */
export function add(tally: RunningTally, more: Tally): void {
  tally.calls += more.calls;
  tally.weight += more.weight;
}

/** Counts one record in. */
export function count(tally: RunningTally, weight: number): void {
  tally.calls += 1;
  tally.weight += weight;
}
