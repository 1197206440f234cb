import { type CharacterSet, sizeOf } from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";

/** The greatest UTF-16 code unit. */
export const maxUnit = 0xffff;

/**
 * A complete deterministic automaton over UTF-16 code units. Immutable.
 *
 * INVARIANT: state 0 is the start, and `classes` is a partition of 0 to 0xffff without empty parts.
 */
export interface Dfa {
  readonly stateCount: number;
  /** Code units that no transition tells apart. */
  readonly classes: readonly CharacterSet[];
  /** Where `state` goes over class `c`: `transitions[state * classes.length + c]`. */
  readonly transitions: Int32Array;
  /** 1 for each accepting state. */
  readonly accepting: Uint8Array;
}

const everyUnit: CharacterSet = { ranges: [[0, maxUnit]] };

/** The automaton that accepts every text. */
export const acceptsAll: Dfa = {
  stateCount: 1,
  classes: [everyUnit],
  transitions: Int32Array.of(0),
  accepting: Uint8Array.of(1),
};

/** The automaton that accepts no text. */
export const acceptsNone: Dfa = { ...acceptsAll, accepting: Uint8Array.of(0) };

/** The state after `state` over class `symbol`. */
export function step(dfa: Dfa, state: number, symbol: number): number {
  return certain(dfa.transitions[state * dfa.classes.length + symbol]);
}

/** Whether `state` accepts. */
export function isAccepting(dfa: Dfa, state: number): boolean {
  return dfa.accepting[state] === 1;
}

/** Index of the set with the most characters. */
export function largestSet(sets: readonly CharacterSet[]): number {
  const sizes = sets.map(sizeOf);
  return sizes.indexOf(Math.max(...sizes));
}
