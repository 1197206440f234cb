import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/** A group that failed because the database was away is tried again after this many milliseconds. */
const PAUSE_MS = 500;

/** How groups are written. */
export interface GroupCommit<Item, Result> {
  /** Writes the items in one transaction and returns a result for each, in their order. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** True for an error after which the same may succeed a little later. */
  readonly isAway: (error: unknown) => boolean;
  /** Groups that may be under way at the same time. */
  readonly flights: number;
  /** Items in one group. */
  readonly most: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  /** On the process's monotonic clock; after it nothing more is tried. */
  readonly deadline: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes items that come at the same time in one transaction, so that they share its way to the disk. An item waits for
 * no company but what has arrived already: it is written at once unless as many groups as allowed are under way, and what
 * comes meanwhile makes the next one, in the order of arrival.
 *
 * The returned function resolves when the item is on disk. An item is rejected for its own fault alone: when a group
 * fails, each item of it is tried by itself. While the database is away, it is tried again until the item's limit of
 * `limitMs` milliseconds.
 */
export function groupCommit<Item, Result>(
  options: GroupCommit<Item, Result>,
): (item: Item, limitMs: number) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let underWay = 0;

  const fly = async (): Promise<void> => {
    underWay += 1;
    while (queue.length > 0) {
      // A database in this process answers before anything else is heard: what has arrived must have its turn first.
      await turn();
      await settle(options, queue.splice(0, options.most));
    }
    underWay -= 1;
  };

  return (item, limitMs) =>
    new Promise((resolve, reject) => {
      queue.push({ item, deadline: performance.now() + limitMs, resolve, reject });
      if (underWay < options.flights) void fly();
    });
}

/** Ends each of the group, with its result or with an error. Never rejects. */
async function settle<Item, Result>(
  options: GroupCommit<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  let waiting = inTime(
    group,
    performance.now(),
    new Error("the limit passed before its turn came"),
  );
  while (waiting.length > 0) {
    try {
      const results = await options.write(waiting.map(({ item }) => item));
      for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result);
      return;
    } catch (error) {
      if (!options.isAway(error)) {
        await endAlone(options, waiting, error);
        return;
      }
      waiting = inTime(waiting, performance.now() + PAUSE_MS, error);
      if (waiting.length > 0) await sleep(PAUSE_MS);
    }
  }
}

/** Those whose limit lies after `moment`; the others are rejected. */
function inTime<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  moment: number,
  error: unknown,
): readonly Waiting<Item, Result>[] {
  for (const { deadline, reject } of group) if (deadline <= moment) reject(error);
  return group.filter(({ deadline }) => deadline > moment);
}

/** After a group failed, tries each of it by itself; a group of one has had its turn. */
async function endAlone<Item, Result>(
  options: GroupCommit<Item, Result>,
  group: readonly Waiting<Item, Result>[],
  error: unknown,
): Promise<void> {
  if (group.length === 1) {
    for (const { reject } of group) reject(error);
    return;
  }
  for (const waiting of group) await settle(options, [waiting]);
}
