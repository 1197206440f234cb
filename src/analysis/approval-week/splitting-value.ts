/** One argument with one value that tells the approved calls of a rule from the denied ones. */
export interface SplittingValue {
  /** The argument's dotted path. */
  readonly arg: string;
  /** The value as JSON. */
  readonly value: string;
  /** What happened to every call with this value; every other call had the other end. */
  readonly all: "approved" | "denied";
}

/** Looks for a splitting value while calls come in. */
export interface SplitSearch {
  /** `shown`: values as JSON by argument, those alone that a report may show. */
  take(end: "approved" | "denied", shown: ReadonlyMap<string, string>): void;
  /**
   * The first by argument and value; undefined when there is none, or no call was approved, or none denied. An amount or an
   * address that hardly ever comes twice tells one call from another, and nothing about either.
   */
  result(): SplittingValue | undefined;
}

/** So many values of an argument are told apart; with more it is no argument that splits. */
const keptValues = 100;

/** So few values may each have come once. */
const fewValues = 4;

interface Seen {
  known: number;
  readonly values: Map<string, { approved: number; denied: number }>;
}

/** A search that has seen no call. A value counts only where each call's value of the argument is known. */
export function splitSearch(): SplitSearch {
  const total = { approved: 0, denied: 0 };
  const byArgument = new Map<string, Seen>();
  return {
    take(end, shown) {
      total[end] += 1;
      for (const [arg, value] of shown) {
        const seen = byArgument.get(arg) ?? { known: 0, values: new Map() };
        byArgument.set(arg, seen);
        const counts = seen.values.get(value) ?? { approved: 0, denied: 0 };
        if (!seen.values.has(value) && seen.values.size >= keptValues) continue;
        seen.values.set(value, counts);
        seen.known += 1;
        counts[end] += 1;
      }
    },
    result() {
      const { approved, denied } = total;
      if (approved === 0 || denied === 0) return undefined;
      const calls = approved + denied;
      const found = [...byArgument].flatMap(([arg, { known, values }]) =>
        known < calls || isScattered(values.size, calls)
          ? []
          : [...values].flatMap(([value, counts]): readonly SplittingValue[] => {
              if (counts.denied === denied && counts.approved === 0) {
                return [{ arg, value, all: "denied" }];
              }
              return counts.approved === approved && counts.denied === 0
                ? [{ arg, value, all: "approved" }]
                : [];
            }),
      );
      return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))[0];
    },
  };
}

function isScattered(values: number, calls: number): boolean {
  return values > fewValues && values * 2 > calls;
}

function keyOf({ arg, value }: SplittingValue): string {
  return `${arg} ${value}`;
}
