import { certain } from "./certain.ts";
import { type Dfa, isAccepting, step } from "./dfa.ts";
import type { Row } from "./row.ts";
import { stateBlocks } from "./state-blocks.ts";

/** The automaton with the fewest states for the same language, states numbered in order of discovery. */
export function minimalDfa(dfa: Dfa): Dfa {
  const reachable = renumbered(
    dfa,
    Int32Array.from({ length: dfa.stateCount }, (_, state) => state),
  );
  return renumbered(reachable, equivalenceBlocks(reachable, reachable.accepting));
}

/**
 * The coarsest partition of the states in which members have equal labels and, symbol by symbol, equivalent successors.
 * Returns the block of each state.
 */
export function equivalenceBlocks(
  { stateCount, classes, transitions }: Pick<Dfa, "stateCount" | "classes" | "transitions">,
  labels: ArrayLike<number>,
): Int32Array {
  const width = classes.length;
  const rows = Array.from({ length: stateCount }, (_, state) =>
    rowOf(transitions.subarray(state * width, (state + 1) * width)),
  );
  return stateBlocks({ rows, labels: Array.from(labels) });
}

/** The row of a state, by its targets over all symbols; symbol 0 is the one that stands for most. */
function rowOf(all: Int32Array): Row {
  const fallback = certain(all[0]);
  const symbols: number[] = [];
  const targets: number[] = [];
  all.forEach((target, symbol) => {
    if (target !== fallback) {
      symbols.push(symbol);
      targets.push(target);
    }
  });
  return { fallback, symbols, targets };
}

/** One state for each block that is reachable from the start, numbered breadth first. */
function renumbered(dfa: Dfa, blocks: Int32Array): Dfa {
  const numbers = new Map<number, number>([[certain(blocks[0]), 0]]);
  const members = [0];
  const transitions: number[] = [];
  for (let number = 0; number < members.length; number += 1) {
    const member = certain(members[number]);
    for (let symbol = 0; symbol < dfa.classes.length; symbol += 1) {
      const target = step(dfa, member, symbol);
      const block = certain(blocks[target]);
      let found = numbers.get(block);
      if (found === undefined) {
        found = members.push(target) - 1;
        numbers.set(block, found);
      }
      transitions.push(found);
    }
  }
  return {
    stateCount: members.length,
    classes: dfa.classes,
    transitions: Int32Array.from(transitions),
    accepting: Uint8Array.from(members, (member) => (isAccepting(dfa, member) ? 1 : 0)),
  };
}
