import {
  type CharacterRange,
  type CharacterSet,
  characterSet,
} from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";

/** A partition of the characters 0 to `max` into numbered classes. */
export interface SymbolPartition {
  readonly max: number;
  readonly count: number;
  /** First characters of the runs, ascending, from 0. */
  readonly starts: readonly number[];
  /** The class of each run. */
  readonly classes: Int32Array;
}

/** The coarsest partition of 0 to `max` in which each of the sets is a union of classes. */
export function partitionBy(sets: readonly CharacterSet[], max: number): SymbolPartition {
  const starts = runStarts(sets, max);
  const runAt = new Map(starts.map((start, run) => [start, run]));
  let classes = new Int32Array(starts.length);
  let count = 1;
  for (const set of sets) {
    const refined = new Map<number, number>();
    const inside = membership(set, starts, runAt);
    classes = classes.map((symbol, run) => {
      const key = symbol * 2 + certain(inside[run]);
      const known = refined.get(key) ?? refined.size;
      refined.set(key, known);
      return known;
    });
    count = refined.size;
  }
  return { max, count, starts, classes };
}

function runStarts(sets: readonly CharacterSet[], max: number): number[] {
  const starts = new Set([0]);
  for (const set of sets) {
    for (const [first, last] of set.ranges) {
      starts.add(first);
      if (last < max) {
        starts.add(last + 1);
      }
    }
  }
  return [...starts].sort((one, other) => one - other);
}

function membership(
  set: CharacterSet,
  starts: readonly number[],
  runAt: ReadonlyMap<number, number>,
): Uint8Array {
  const inside = new Uint8Array(starts.length);
  for (const [first, last] of set.ranges) {
    let run = certain(runAt.get(first));
    for (let start = starts[run]; start !== undefined && start <= last; start = starts[run]) {
      inside[run] = 1;
      run += 1;
    }
  }
  return inside;
}

/** The class of a character. Logarithmic in the number of runs. */
export function classOf(partition: SymbolPartition, character: number): number {
  let low = 0;
  let high = partition.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (certain(partition.starts[middle]) <= character) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return certain(partition.classes[low]);
}

/** The characters of each class, by class. */
export function classSets(partition: SymbolPartition): CharacterSet[] {
  const ranges: CharacterRange[][] = Array.from({ length: partition.count }, () => []);
  partition.starts.forEach((start, run) => {
    const next = partition.starts[run + 1] ?? partition.max + 1;
    ranges[certain(partition.classes[run])]?.push([start, next - 1]);
  });
  return ranges.map((runs) => characterSet(runs));
}
