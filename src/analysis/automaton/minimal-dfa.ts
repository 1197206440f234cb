import { certain } from "./certain.ts";
import { type Dfa, isAccepting, step } from "./dfa.ts";

/** The automaton with the fewest states for the same language, states numbered in order of discovery. */
export function minimalDfa(dfa: Dfa): Dfa {
  const reachable = renumbered(
    dfa,
    Int32Array.from({ length: dfa.stateCount }, (_, state) => state),
  );
  return renumbered(reachable, equivalenceBlocks(reachable, reachable.accepting));
}

/**
 * The coarsest partition of the states in which members have equal labels and, symbol by symbol, equivalent successors
 * (Moore's refinement). Returns the block of each state.
 */
export function equivalenceBlocks(
  automaton: Pick<Dfa, "stateCount" | "classes" | "transitions">,
  labels: ArrayLike<number>,
): Int32Array {
  const width = automaton.classes.length;
  let blocks = Int32Array.from({ length: automaton.stateCount }, (_, state) =>
    certain(labels[state]),
  );
  let count = 0;
  for (;;) {
    const known = new Map<string, number>();
    const refined = new Int32Array(automaton.stateCount);
    const row: number[] = new Array(width + 1);
    for (let state = 0; state < automaton.stateCount; state += 1) {
      row[width] = certain(blocks[state]);
      for (let symbol = 0; symbol < width; symbol += 1) {
        row[symbol] = certain(blocks[certain(automaton.transitions[state * width + symbol])]);
      }
      const key = row.join();
      const block = known.get(key) ?? known.size;
      known.set(key, block);
      refined[state] = block;
    }
    blocks = refined;
    if (known.size === count) {
      return blocks;
    }
    count = known.size;
  }
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
