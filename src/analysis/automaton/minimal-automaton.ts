import { certain } from "./certain.ts";
import type { LabelledAutomaton } from "./labelled-automaton.ts";
import type { Row } from "./row.ts";

/** The automaton with the fewest states that says the same about every text. */
export function minimalAutomaton(automaton: LabelledAutomaton): LabelledAutomaton {
  const blocks = blocksOf(automaton);
  const numbers = new Map([[certain(blocks[0]), 0]]);
  const members = [0];
  const numberOf = (state: number): number => {
    const block = certain(blocks[state]);
    const known = numbers.get(block) ?? members.push(state) - 1;
    numbers.set(block, known);
    return known;
  };
  const rows: Row[] = [];
  for (let index = 0; index < members.length; index += 1) {
    rows.push(renumbered(certain(automaton.rows[certain(members[index])]), numberOf));
  }
  return { rows, labels: members.map((state) => certain(automaton.labels[state])) };
}

/** The row with other numbers for its targets, without symbols that go where the others do. */
function renumbered(row: Row, numberOf: (state: number) => number): Row {
  const fallback = numberOf(row.fallback);
  const symbols: number[] = [];
  const targets: number[] = [];
  row.symbols.forEach((symbol, index) => {
    const target = numberOf(certain(row.targets[index]));
    if (target !== fallback) {
      symbols.push(symbol);
      targets.push(target);
    }
  });
  return { fallback, symbols, targets };
}

/**
 * The coarsest partition of the states in which members have equal labels and, symbol by symbol, equivalent successors.
 * Returns the block of each state. After the first round, only states that lead to one that has moved are looked at.
 */
function blocksOf({ rows, labels }: LabelledAutomaton): Int32Array {
  const sources = sourcesOf(rows);
  const members = [...grouped(labels.keys(), (state) => certain(labels[state])).values()];
  const blocks = new Int32Array(rows.length);
  members.forEach((states, block) => {
    for (const state of states) {
      blocks[state] = block;
    }
  });
  for (let open: Iterable<number> = rows.keys(); ; ) {
    const parts: number[][] = [];
    for (const [block, looked] of grouped(open, (state) => certain(blocks[state]))) {
      const all = certain(members[block]);
      if (all.length > 1) {
        const split = splitBlock(all, looked, (state) => signature(certain(rows[state]), blocks));
        members[block] = split.kept;
        parts.push(...split.parts);
      }
    }
    if (parts.length === 0) {
      return blocks;
    }
    for (const part of parts) {
      const block = members.push(part) - 1;
      for (const state of part) {
        blocks[state] = block;
      }
    }
    open = new Set(parts.flat().flatMap((state) => certain(sources[state])));
  }
}

/**
 * The parts of a block with different signatures. All of its states but `looked` are known to have one signature, and keep
 * the block; if there are none, the largest part does.
 */
function splitBlock(
  all: readonly number[],
  looked: readonly number[],
  signatureOf: (state: number) => string,
): { readonly kept: number[]; readonly parts: readonly number[][] } {
  const parts = grouped(looked, signatureOf);
  const isLooked = new Set(looked);
  const others = all.filter((state) => !isLooked.has(state));
  const [some] = others;
  const key = some === undefined ? largest(parts) : signatureOf(some);
  const kept = [...others, ...(parts.get(key) ?? [])];
  parts.delete(key);
  return { kept, parts: [...parts.values()] };
}

function grouped<Key>(states: Iterable<number>, keyOf: (state: number) => Key): Map<Key, number[]> {
  const groups = new Map<Key, number[]>();
  for (const state of states) {
    const key = keyOf(state);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [state]);
    } else {
      group.push(state);
    }
  }
  return groups;
}

function largest(parts: ReadonlyMap<string, readonly number[]>): string {
  return [...parts].reduce((best, part) => (part[1].length > best[1].length ? part : best))[0];
}

/** Which blocks a row leads to: equal for rows that lead to equal ones. */
function signature({ fallback, symbols, targets }: Row, blocks: Int32Array): string {
  const other = certain(blocks[fallback]);
  let text = `${other}`;
  for (let index = 0; index < symbols.length; index += 1) {
    const target = certain(blocks[certain(targets[index])]);
    if (target !== other) {
      text += ` ${symbols[index]} ${target}`;
    }
  }
  return text;
}

/** For each state, the states that lead to it. */
function sourcesOf(rows: readonly Row[]): readonly (readonly number[])[] {
  const sources: number[][] = rows.map(() => []);
  rows.forEach(({ fallback, targets }, state) => {
    for (const target of new Set([fallback, ...targets])) {
      sources[target]?.push(state);
    }
  });
  return sources;
}
