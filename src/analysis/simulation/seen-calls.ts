import type { Change } from "../diff/change.ts";
import { momentOf } from "./moment.ts";
import { sideKey } from "./side-key.ts";
import type { SimulatedChange, Simulation } from "./simulation.ts";
import { newTally, type Tally } from "./tally.ts";

/** How often the calls of an exact change were really made, and when last. Zero: none of the saved calls is one. */
export interface SeenCalls extends Tally {
  readonly lastSeen?: string | number;
}

/**
 * Joins the exact part with the replayed one: for each change, in their order, the saved calls of the same connector that
 * the same deciders decide. A change of any connector gets the calls that no change of a named connector gets.
 */
export function seenCalls(
  changes: readonly Change[],
  { groups }: Simulation,
): readonly SeenCalls[] {
  const named = new Set(changes.map(keyOf));
  const seen = new Map<string, SeenCalls>();
  for (const group of groups) {
    const key = named.has(keyOf(group)) ? keyOf(group) : keyOf({ ...group, connector: null });
    seen.set(key, together(seen.get(key) ?? newTally(), group));
  }
  return changes.map((change) => seen.get(keyOf(change)) ?? newTally());
}

interface Deciders extends Pick<Change, "from" | "to"> {
  readonly connector: string | null;
}

function keyOf({ connector, from, to }: Deciders): string {
  return `${connector ?? "*"} ${sideKey(from)} ${sideKey(to)}`;
}

function together(seen: SeenCalls, group: SimulatedChange): SeenCalls {
  const lastSeen = later(seen.lastSeen, group.lastSeen);
  return {
    calls: seen.calls + group.calls,
    weight: seen.weight + group.weight,
    ...(lastSeen === undefined ? {} : { lastSeen }),
  };
}

function later(one: SeenCalls["lastSeen"], other: SeenCalls["lastSeen"]): SeenCalls["lastSeen"] {
  if (one === undefined || other === undefined) return one ?? other;
  // Only what is a time is ever kept as one.
  return (momentOf(other) as number) > (momentOf(one) as number) ? other : one;
}
