import type { BadLine } from "./bad-line.ts";

/** How many bad lines are kept in full. */
const keptBadLines = 20;

/** All bad lines of a corpus: every one is counted, the first are kept, at most `keptBadLines`. */
export interface BadLines {
  readonly count: number;
  readonly first: readonly BadLine[];
}

/** Counts bad lines and keeps the first. */
export interface BadLineTally {
  take(line: BadLine): void;
  result(): BadLines;
  /** Counts the bad lines of a part of a file, whose lines are numbered from `shift` on. */
  absorb(part: BadLines, shift: number): void;
}

/** A tally of no bad line yet. */
export function badLineTally(): BadLineTally {
  let count = 0;
  const first: BadLine[] = [];
  return {
    take(line) {
      count += 1;
      if (first.length < keptBadLines) first.push(line);
    },
    result: () => ({ count, first }),
    absorb(part, shift) {
      count += part.count;
      const shifted = part.first.map((bad) => ({ ...bad, line: bad.line + shift }));
      first.push(...shifted.slice(0, keptBadLines - first.length));
    },
  };
}

/** Why a corpus says nothing at all, in words; undefined when at least one of its calls could be read. */
export function corpusFault(calls: number, badLines: BadLines): string | undefined {
  if (calls > 0) return undefined;
  if (badLines.count === 0) return "the corpus holds no call";
  return `no call of the corpus can be read: ${badLines.count} bad ${badLines.count === 1 ? "line" : "lines"}`;
}
