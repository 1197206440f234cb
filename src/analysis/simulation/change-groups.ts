import type { Decision } from "../../policy/decision.ts";
import { restrictiveness } from "../../policy/restrictiveness.ts";
import type { ChangeSide } from "../diff/change.ts";
import { momentOf } from "./moment.ts";
import type { SavedCall } from "./saved-call.ts";
import { sideKey, sideOf } from "./side-key.ts";
import { keptExamples, keptGroups, type SimulatedChange } from "./simulation.ts";
import { count, newTally, type Tally } from "./tally.ts";

/** Collects calls into groups of the same connector and deciders, in bounded memory. */
export interface ChangeGroups {
  add(saved: SavedCall, base: Decision, head: Decision): void;
  /** The groups, the loosened first, then the most frequent, then as they were met. */
  groups(): readonly SimulatedChange[];
  /** Every call that was added. */
  readonly total: Tally;
  /** Calls of groups beyond `keptGroups`. */
  readonly ungrouped: Tally;
}

interface Group {
  readonly connector: string;
  readonly from: ChangeSide;
  readonly to: ChangeSide;
  calls: number;
  weight: number;
  readonly examples: SavedCall[];
  lastSeen?: string | number;
  lastMoment: number;
}

/** Groups of nothing yet. */
export function changeGroups(): ChangeGroups {
  const byKey = new Map<string, Group>();
  const total = newTally();
  const ungrouped = newTally();

  const groupOf = (connector: string, from: ChangeSide, to: ChangeSide): Group | undefined => {
    const key = `${connector} ${sideKey(from)} ${sideKey(to)}`;
    const known = byKey.get(key);
    if (known !== undefined || byKey.size >= keptGroups) return known;
    const group = { connector, from, to, ...newTally(), examples: [], lastMoment: -Infinity };
    byKey.set(key, group);
    return group;
  };

  return {
    total,
    ungrouped,
    add(saved, base, head) {
      count(total, saved.count);
      const group = groupOf(saved.call.connector, sideOf(base), sideOf(head));
      if (group === undefined) count(ungrouped, saved.count);
      else include(group, saved);
    },
    groups: () => [...byKey.values()].sort(mostTelling).map(handedOut),
  };
}

function include(group: Group, saved: SavedCall): void {
  count(group, saved.count);
  if (group.examples.length < keptExamples) group.examples.push(saved);
  if (saved.at === undefined) return;
  const moment = momentOf(saved.at) ?? -Infinity;
  if (moment > group.lastMoment) {
    group.lastMoment = moment;
    group.lastSeen = saved.at;
  }
}

function mostTelling(one: Group, other: Group): number {
  return Number(loosens(other)) - Number(loosens(one)) || other.weight - one.weight;
}

function loosens({ from, to }: Group): boolean {
  return restrictiveness[to.effect] < restrictiveness[from.effect];
}

function handedOut({ lastMoment: _, ...group }: Group): SimulatedChange {
  return group;
}
