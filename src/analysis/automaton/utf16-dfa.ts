import {
  type CharacterRange,
  type CharacterSet,
  characterSet,
} from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import { type Dfa, isAccepting, step } from "./dfa.ts";
import { explored, type TableLimit } from "./state-table.ts";
import { classOf, partitionBy, type SymbolPartition } from "./symbol-partition.ts";

const halfCount = 0x400;
const firstHigh = 0xd800;
const firstLow = 0xdc00;
const afterSurrogates = 0xe000;
const firstPair = 0x10000;

/** What a code unit is to an automaton over code points. */
type UnitMeaning =
  | { readonly kind: "whole"; readonly symbol: number }
  /** The first half of a pair, or alone. `pairs`: the classes of the pairs it begins, by low surrogate. */
  | {
      readonly kind: "high";
      readonly symbol: number;
      readonly id: number;
      readonly pairs: readonly number[];
    }
  /** The second half of a pair, or alone. `low`: a low surrogate that stands for its class. */
  | { readonly kind: "low"; readonly symbol: number; readonly low: number };

/** A state over code points, and the high surrogate that has been read but not used. */
interface Reading {
  readonly state: number;
  readonly pending: Extract<UnitMeaning, { kind: "high" }> | undefined;
}

/**
 * The automaton over UTF-16 code units that reads a text as the given automaton reads its code points: a high surrogate
 * followed by a low one is one code point, any other surrogate is a code point of its own. Throws `TooManyStates` past
 * `limit`.
 */
export function utf16Dfa(dfa: Dfa, limit: TableLimit): Dfa {
  const units = unitClasses(partitionOf(dfa));
  const over = ({ state, pending }: Reading): number =>
    pending === undefined ? state : step(dfa, state, pending.symbol);
  return explored<Reading>(
    {
      classes: units.map(([set]) => set),
      start: { state: 0, pending: undefined },
      key: ({ state, pending }) => `${state} ${pending?.id}`,
      accepts: (reading) => isAccepting(dfa, over(reading)),
      next: (reading, symbol) => {
        const meaning = units[symbol]?.[1];
        const { state, pending } = reading;
        if (meaning?.kind === "low" && pending !== undefined) {
          return {
            state: step(dfa, state, certain(pending.pairs[meaning.low])),
            pending: undefined,
          };
        }
        return meaning?.kind === "high"
          ? { state: over(reading), pending: meaning }
          : { state: step(dfa, over(reading), certain(meaning?.symbol)), pending: undefined };
      },
    },
    limit,
  );
}

/** The partition that an automaton's classes are. */
function partitionOf(dfa: Dfa): {
  readonly partition: SymbolPartition;
  readonly symbols: number[];
} {
  const partition = partitionBy(dfa.classes, 0x10ffff);
  const symbols: number[] = [];
  dfa.classes.forEach((set, symbol) => {
    symbols[classOf(partition, certain(set.ranges[0]?.[0]))] = symbol;
  });
  return { partition, symbols };
}

/** Code units that mean the same, with what they mean. */
function unitClasses(
  source: ReturnType<typeof partitionOf>,
): (readonly [CharacterSet, UnitMeaning])[] {
  const symbolOf = (point: number): number =>
    certain(source.symbols[classOf(source.partition, point)]);
  const rows = pairRows(source.partition, symbolOf);
  const found = new Map<string, { meaning: UnitMeaning; ranges: CharacterRange[] }>();
  const add = (key: string, meaning: UnitMeaning, range: CharacterRange): void => {
    const known = found.get(key) ?? { meaning, ranges: [] };
    known.ranges.push(range);
    found.set(key, known);
  };
  for (const [start, end] of wholeRuns(source.partition)) {
    const symbol = symbolOf(start);
    add(`whole ${symbol}`, { kind: "whole", symbol }, [start, end]);
  }
  rows.forEach(({ pairs, highs }, row) => {
    for (const high of highs) {
      const symbol = symbolOf(high);
      const meaning = { kind: "high", symbol, id: found.size, pairs } as const;
      add(`high ${symbol} ${row}`, meaning, [high, high]);
    }
  });
  for (let low = 0; low < halfCount; low += 1) {
    const symbol = symbolOf(firstLow + low);
    const key = `low ${symbol} ${rows.map((row) => row.pairs[low]).join()}`;
    add(key, { kind: "low", symbol, low }, [firstLow + low, firstLow + low]);
  }
  return [...found.values()].map(({ meaning, ranges }) => [characterSet(ranges), meaning]);
}

/** High surrogates that begin pairs of the same classes, with these classes by low surrogate. */
function pairRows(
  partition: SymbolPartition,
  symbolOf: (point: number) => number,
): { readonly pairs: readonly number[]; readonly highs: number[] }[] {
  const starts = partition.starts.filter((start) => start >= firstPair);
  const rows = new Map<string, { pairs: readonly number[]; highs: number[] }>();
  let next = 0;
  for (let high = 0; high < halfCount; high += 1) {
    const base = firstPair + high * halfCount;
    const runs = [[0, symbolOf(base)]];
    for (
      let start = starts[next];
      start !== undefined && start < base + halfCount;
      start = starts[next]
    ) {
      runs.push([start - base, symbolOf(start)]);
      next += 1;
    }
    const key = runs.join(";");
    const row = rows.get(key) ?? {
      pairs: Array.from({ length: halfCount }, (_, low) => symbolOf(base + low)),
      highs: [],
    };
    row.highs.push(firstHigh + high);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** The partition's runs among the code units that are no surrogates. */
function wholeRuns(partition: SymbolPartition): CharacterRange[] {
  const bounds = [...partition.starts, firstHigh, afterSurrogates, firstPair]
    .filter((start) => start <= firstPair)
    .sort((one, other) => one - other);
  return bounds.flatMap((start, index): CharacterRange[] => {
    const end = (bounds[index + 1] ?? start) - 1;
    return start > end || (start >= firstHigh && start < afterSurrogates) ? [] : [[start, end]];
  });
}
