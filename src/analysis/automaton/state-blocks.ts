import { certain } from "./certain.ts";
import type { LabelledAutomaton } from "./labelled-automaton.ts";
import type { Row } from "./row.ts";

/**
 * The coarsest partition of the states in which members have equal labels and, symbol by symbol, equivalent successors.
 * Returns the block of each state. After the first round, only states that lead to one that has moved are looked at.
 */
export function stateBlocks({ rows, labels }: LabelledAutomaton): Int32Array {
  const { blocks, members } = blocksByLabel(labels);
  const { first, states } = sourcesOf(rows);
  const seen = new Int32Array(rows.length);
  let open: number[] = [...rows.keys()];
  for (let round = 1; open.length > 0; round += 1) {
    const moved = split({ rows, blocks, members }, open);
    open = [];
    for (const state of moved) {
      for (let at = certain(first[state]); at < certain(first[state + 1]); at += 1) {
        const source = certain(states[at]);
        if (seen[source] !== round) {
          seen[source] = round;
          open.push(source);
        }
      }
    }
  }
  return blocks;
}

/** The states in blocks, and the block of each state. */
interface Partition {
  readonly rows: readonly Row[];
  readonly blocks: Int32Array;
  readonly members: (readonly number[])[];
}

function blocksByLabel(labels: readonly number[]): Pick<Partition, "blocks" | "members"> {
  const blocks = new Int32Array(labels.length);
  const members = [...grouped(labels.keys(), (state) => certain(labels[state])).values()];
  members.forEach((states, block) => {
    for (const state of states) {
      blocks[state] = block;
    }
  });
  return { blocks, members };
}

/** Splits the blocks of states of which a successor may have moved; returns the states that are in a new block. */
function split(partition: Partition, open: readonly number[]): readonly number[] {
  const { blocks, members } = partition;
  const parts: (readonly number[])[] = [];
  for (const [block, looked] of grouped(open, (state) => certain(blocks[state]))) {
    if (certain(members[block]).length > 1) {
      parts.push(...splitBlock(partition, block, looked));
    }
  }
  for (const part of parts) {
    const block = members.push(part) - 1;
    for (const state of part) {
      blocks[state] = block;
    }
  }
  return parts.flat();
}

/**
 * The parts of a block with different successors. All of its states but `looked` are known to have equal ones, and keep the
 * block; if there are none, the largest part does.
 */
function splitBlock(
  partition: Partition,
  block: number,
  looked: readonly number[],
): readonly (readonly number[])[] {
  const { members } = partition;
  const parts = alikeParts(partition, looked);
  const all = certain(members[block]);
  if (looked.length === all.length) {
    const kept = parts.reduce((best, part) => (part.length > best.length ? part : best));
    members[block] = kept;
    return parts.filter((part) => part !== kept);
  }
  const isLooked = new Set(looked);
  const others = all.filter((state) => !isLooked.has(state));
  const kept =
    parts.find((part) => areAlike(partition, certain(part[0]), certain(others[0]))) ?? [];
  members[block] = [...others, ...kept];
  return parts.filter((part) => part !== kept);
}

/** States of which each part leads, symbol by symbol, to the same blocks. */
function alikeParts(
  partition: Partition,
  states: readonly number[],
): readonly (readonly number[])[] {
  const { rows, blocks } = partition;
  const parts: (readonly number[])[] = [];
  for (const candidates of grouped(states, (state) =>
    codeOf(certain(rows[state]), blocks),
  ).values()) {
    for (let rest: readonly number[] = candidates; rest.length > 0; ) {
      const first = certain(rest[0]);
      parts.push(rest.filter((state) => areAlike(partition, first, state)));
      rest = rest.filter((state) => !areAlike(partition, first, state));
    }
  }
  return parts;
}

function areAlike({ rows, blocks }: Partition, one: number, other: number): boolean {
  return one === other || leadAlike(certain(rows[one]), certain(rows[other]), blocks);
}

/** Whether two rows lead, symbol by symbol, to the same blocks. */
function leadAlike(one: Row, other: Row, blocks: Int32Array): boolean {
  if (blocks[one.fallback] !== blocks[other.fallback]) {
    return false;
  }
  let [at, opposite] = [0, 0];
  for (;;) {
    const symbol = one.symbols[at] ?? Number.POSITIVE_INFINITY;
    const counterpart = other.symbols[opposite] ?? Number.POSITIVE_INFINITY;
    const next = Math.min(symbol, counterpart);
    if (next === Number.POSITIVE_INFINITY) {
      return true;
    }
    const target = symbol === next ? certain(one.targets[at]) : one.fallback;
    const counter = counterpart === next ? certain(other.targets[opposite]) : other.fallback;
    if (blocks[target] !== blocks[counter]) {
      return false;
    }
    at += symbol === next ? 1 : 0;
    opposite += counterpart === next ? 1 : 0;
  }
}

/** A small number that is equal for rows that lead to equal blocks, and seldom for others. */
function codeOf({ fallback, symbols, targets }: Row, blocks: Int32Array): number {
  const other = certain(blocks[fallback]);
  let code = other;
  for (let index = 0; index < symbols.length; index += 1) {
    const target = certain(blocks[certain(targets[index])]);
    if (target !== other) {
      code = (Math.imul(code, 0x01000193) ^ (certain(symbols[index]) << 5) ^ target) & 0x3ff;
    }
  }
  return code;
}

function grouped(
  states: Iterable<number>,
  keyOf: (state: number) => number,
): Map<number, number[]> {
  const groups = new Map<number, number[]>();
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

/** The states that lead to a state: those of `states` from `first` of it to `first` of the next. */
interface Sources {
  readonly first: Int32Array;
  readonly states: Int32Array;
}

function sourcesOf(rows: readonly Row[]): Sources {
  const first = new Int32Array(rows.length + 1);
  for (const { fallback, targets } of rows) {
    first[fallback] = certain(first[fallback]) + 1;
    for (const target of targets) {
      first[target] = certain(first[target]) + 1;
    }
  }
  let sum = 0;
  for (let state = 0; state <= rows.length; state += 1) {
    sum += certain(first[state]);
    first[state] = sum;
  }
  const states = new Int32Array(sum);
  rows.forEach(({ fallback, targets }, state) => {
    for (const target of [fallback, ...targets]) {
      const at = certain(first[target]) - 1;
      first[target] = at;
      states[at] = state;
    }
  });
  return { first, states };
}
