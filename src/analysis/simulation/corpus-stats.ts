import { isMasked } from "../masked/mask.ts";
import { type BadLines, badLineTally } from "./bad-lines.ts";
import type { CorpusEntry } from "./corpus-entry.ts";
import { momentOf } from "./moment.ts";
import { count, newTally, type RunningTally, type Tally } from "./tally.ts";

/** What a corpus is made of; its size does not depend on the corpus. */
export interface CorpusStats {
  readonly total: Tally;
  /** Calls by what is known of their arguments. */
  readonly args: Readonly<Record<ArgumentsKnown, Tally>>;
  /** Calls without a risk. */
  readonly withoutRisk: Tally;
  readonly pinned: number;
  /** The earliest and the latest time, as they are written. */
  readonly first?: string | number;
  readonly last?: string | number;
  /** The actions, the most frequent first. */
  readonly actions: readonly ActionTally[];
  /** Calls of actions that were too many to be told apart. */
  readonly others: Tally;
  readonly badLines: BadLines;
}

/** Whether arguments are there whole, partly masked by a log, or not at all. */
export type ArgumentsKnown = "known" | "masked" | "absent";

/** The calls of one action. */
export interface ActionTally extends Tally {
  readonly connector: string;
  readonly action: string;
}

/** Counts a corpus. */
export interface StatsTally {
  take(entry: CorpusEntry): void;
  result(): CorpusStats;
}

/** So many actions are told apart. */
const keptActions = 5000;

/** A tally of nothing yet. */
export function statsTally(): StatsTally {
  const total = newTally();
  const args = { known: newTally(), masked: newTally(), absent: newTally() };
  const withoutRisk = newTally();
  const others = newTally();
  const badLines = badLineTally();
  const actions = new Map<string, RunningTally & ActionTally>();
  const times: { first?: string | number; last?: string | number } = {};
  let pinned = 0;

  const actionOf = (connector: string, action: string): RunningTally => {
    const key = JSON.stringify([connector, action]);
    const known = actions.get(key);
    if (known !== undefined) return known;
    if (actions.size >= keptActions) return others;
    const made = { connector, action, ...newTally() };
    actions.set(key, made);
    return made;
  };

  const seen = (at: string | number): void => {
    const moment = momentOf(at) ?? 0;
    if (times.first === undefined || moment < (momentOf(times.first) ?? 0)) times.first = at;
    if (times.last === undefined || moment > (momentOf(times.last) ?? 0)) times.last = at;
  };

  return {
    take(entry) {
      if (entry.kind === "bad-line") {
        badLines.take(entry);
        return;
      }
      const { call, count: weight, at, expect } = entry;
      count(total, weight);
      count(args[knownArguments(call.args)], weight);
      count(actionOf(call.connector, call.action), weight);
      if (call.risk === undefined) count(withoutRisk, weight);
      if (expect !== undefined) pinned += 1;
      if (at !== undefined) seen(at);
    },
    result: () => ({
      total,
      args,
      withoutRisk,
      pinned,
      ...times,
      actions: [...actions.values()].sort((one, other) => other.weight - one.weight),
      others,
      badLines: badLines.result(),
    }),
  };
}

function knownArguments(args: object | undefined): ArgumentsKnown {
  if (args === undefined) return "absent";
  return isMasked(args) ? "masked" : "known";
}
