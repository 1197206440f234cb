import type { Decision } from "../../policy/decision.ts";
import { momentOf } from "./moment.ts";
import type { SavedCall } from "./saved-call.ts";
import { add, count, newTally, type Tally } from "./tally.ts";

/** How many real calls wait for a person, as base and as head decides. */
export interface HoldCount {
  readonly before: number;
  readonly after: number;
}

/** The held calls of one connector. */
export interface ConnectorHolds extends HoldCount {
  readonly connector: string;
}

/** How many of the saved calls wait for a person, before and after, by connector. Calls that cannot be decided are not here. */
export interface Holds {
  /** Connectors with a held call, by slug; at most `keptConnectors`. */
  readonly connectors: readonly ConnectorHolds[];
  /** Held calls of connectors that were too many to be told apart. */
  readonly others: HoldCount;
  /** How many days the counted calls cover, so that a rate can be told; undefined: that is not known. */
  readonly days: number | undefined;
  /** Calls that are not counted because they have no time while others have one; nothing where `days` is undefined. */
  readonly undated: Tally;
}

/** What is counted of a saved call. */
interface TimedCall extends Pick<SavedCall, "count"> {
  readonly call: { readonly connector: string };
  readonly at?: SavedCall["at"] | undefined;
  readonly firstAt?: SavedCall["firstAt"] | undefined;
}

/** Counts held calls. */
export interface HoldTally {
  take(saved: SavedCall | TimedCall, base: Decision["effect"], head: Decision["effect"]): void;
  result(): Holds;
  /** All that was counted, as plain data. */
  part(): HoldPart;
  /** Counts what another tally has counted. */
  absorb(part: HoldPart): void;
}

/** What a tally of held calls has counted. */
export interface HoldPart {
  readonly connectors: ReadonlyMap<string, Counts>;
  readonly others: Counts;
  readonly undated: Tally;
  readonly isKnown: boolean;
  /** The first and the last time; none: no call has one. */
  readonly span: readonly number[];
}

/** So many connectors are told apart. */
const keptConnectors = 1000;
const day = 86_400_000;

interface Counts {
  /** Of every call, and of those whose time is known. */
  readonly all: { before: number; after: number };
  readonly dated: { before: number; after: number };
}

/**
 * A tally of nothing yet. Whole days are told, because a log of a week ends some hours before the week does; nothing is told of less
 * than one day, which says nothing about a week, nor where a line stands for several calls and says only when the last was.
 */
export function holdTally(most: number = keptConnectors): HoldTally {
  const connectors = new Map<string, Counts>();
  const others = newCounts();
  const undated = newTally();
  const span = newSpan();
  let isKnown = true;

  const countsOf = (connector: string): Counts => {
    const known = connectors.get(connector);
    if (known !== undefined) return known;
    if (connectors.size >= most) return others;
    const made = newCounts();
    connectors.set(connector, made);
    return made;
  };

  return {
    take({ call, count: weight, at, firstAt }, base, head) {
      if (at === undefined) count(undated, weight);
      else if (weight > 1 && firstAt === undefined) isKnown = false;
      else {
        span.take(at);
        if (firstAt !== undefined) span.take(firstAt);
      }
      const [before, after] = [base === "require_approval", head === "require_approval"];
      if (!before && !after) return;
      const { all, dated } = countsOf(call.connector);
      for (const counted of at === undefined ? [all] : [all, dated]) {
        if (before) counted.before += weight;
        if (after) counted.after += weight;
      }
    },
    part: () => ({ connectors, others, undated, isKnown, span: span.ends() }),
    absorb(part) {
      for (const [connector, counts] of part.connectors) addCounts(countsOf(connector), counts);
      addCounts(others, part.others);
      add(undated, part.undated);
      isKnown &&= part.isKnown;
      for (const moment of part.span) span.take(moment);
    },
    result() {
      const days = isKnown ? span.days() : undefined;
      const of = ({ all, dated }: Counts): HoldCount => (days === undefined ? all : dated);
      return {
        connectors: [...connectors]
          .map(([connector, counts]) => ({ connector, ...of(counts) }))
          .filter(({ before, after }) => before + after > 0)
          .sort((one, other) => (one.connector < other.connector ? -1 : 1)),
        others: of(others),
        days,
        undated: days === undefined ? newTally() : undated,
      };
    },
  };
}

function addCounts(sum: Counts, more: Counts): void {
  for (const which of ["all", "dated"] as const) {
    sum[which].before += more[which].before;
    sum[which].after += more[which].after;
  }
}

function newCounts(): Counts {
  return { all: { before: 0, after: 0 }, dated: { before: 0, after: 0 } };
}

interface Span {
  take(at: string | number): void;
  /** Whole days from the first to the last, the begun one too; undefined when it is less than one. */
  days(): number | undefined;
  /** The first and the last, in milliseconds; none where nothing was taken. */
  ends(): readonly number[];
}

function newSpan(): Span {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    take(at) {
      const moment = momentOf(at) as number;
      if (moment < first) first = moment;
      if (moment > last) last = moment;
    },
    ends: () => (first <= last ? [first, last] : []),
    days: () => (last - first < day ? undefined : Math.ceil((last - first) / day)),
  };
}
