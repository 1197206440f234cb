import { restrictiveness } from "../../policy/restrictiveness.ts";
import type { Outcome } from "../compiled/outcome.ts";
import type { ChangeSide } from "../diff/change.ts";
import { momentOf } from "./moment.ts";
import type { ReplayedCall } from "./replayed-call.ts";
import type { SavedCall } from "./saved-call.ts";
import { sideKey, sideOf } from "./side-key.ts";
import { keptExamples, keptGroups, type SimulatedChange } from "./simulation.ts";
import { add as addTally, count, newTally, type Tally } from "./tally.ts";

/** Collects calls into groups of the same connector and deciders, in bounded memory. */
export interface ChangeGroups {
  add(call: ReplayedCall, outcome: Outcome<GroupMark>): void;
  /** The groups, the loosened first, then the most frequent, then as they were met. */
  groups(): readonly SimulatedChange[];
  /** Every call that was added. */
  readonly total: Tally;
  /** Calls of groups beyond `keptGroups`. */
  readonly ungrouped: Tally;
  /** All that was added, as plain data. */
  part(): GroupsPart;
  /** Adds the calls of a part of a file, whose lines are numbered from `shift` on. */
  absorb(part: GroupsPart, shift: number): void;
}

/** What a collection holds. */
export interface GroupsPart {
  readonly total: Tally;
  readonly ungrouped: Tally;
  /** As they were met. */
  readonly groups: readonly Group[];
}

/** The group of the calls of an outcome; undefined: it was one too many. An outcome goes to one collection alone. */
export interface GroupMark {
  readonly group: Group | undefined;
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
    add(call, outcome) {
      count(total, call.count);
      const { base, head } = outcome;
      outcome.mark ??= { group: groupOf(call.connector, sideOf(base), sideOf(head)) };
      const { group } = outcome.mark;
      if (group === undefined) count(ungrouped, call.count);
      else include(group, call);
    },
    part: () => ({ total, ungrouped, groups: [...byKey.values()] }),
    absorb(part, shift) {
      addTally(total, part.total);
      addTally(ungrouped, part.ungrouped);
      for (const more of part.groups) {
        const group = groupOf(more.connector, more.from, more.to);
        if (group === undefined) addTally(ungrouped, more);
        else join(group, more, shift);
      }
    },
    groups: () => [...byKey.values()].sort(mostTelling).map(handedOut),
  };
}

function include(group: Group, call: ReplayedCall): void {
  count(group, call.count);
  if (group.examples.length < keptExamples) group.examples.push(call.saved());
  const { at } = call;
  if (at === undefined || at === group.lastSeen) return;
  const moment = momentOf(at) ?? -Infinity;
  if (moment > group.lastMoment) {
    group.lastMoment = moment;
    group.lastSeen = at;
  }
}

function join(group: Group, more: Group, shift: number): void {
  addTally(group, more);
  const examples = more.examples.map((saved) => ({ ...saved, line: saved.line + shift }));
  group.examples.push(...examples.slice(0, keptExamples - group.examples.length));
  if (more.lastSeen !== undefined && more.lastMoment > group.lastMoment) {
    group.lastMoment = more.lastMoment;
    group.lastSeen = more.lastSeen;
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
