import { certain } from "./certain.ts";
import { type Dfa, isAccepting, step } from "./dfa.ts";

/** What can still come of each state of an automaton. */
export interface StateFacts {
  /** 1: no continuation is accepted. */
  readonly dead: Uint8Array;
  /** 1: every continuation is accepted. */
  readonly universal: Uint8Array;
  /** Length of the shortest accepted continuation; meaningless for a dead state. */
  readonly distance: Int32Array;
}

const facts = new WeakMap<Dfa, StateFacts>();

/** The facts of each state, in time linear in the automaton. Computed once for each automaton. */
export function stateFacts(dfa: Dfa): StateFacts {
  const known = facts.get(dfa);
  if (known !== undefined) {
    return known;
  }
  const sources = sourcesOf(dfa);
  const toAccepting = distances(dfa, sources, true);
  const toRejecting = distances(dfa, sources, false);
  const made = {
    dead: Uint8Array.from(toAccepting, (distance) => (distance < 0 ? 1 : 0)),
    universal: Uint8Array.from(toRejecting, (distance) => (distance < 0 ? 1 : 0)),
    distance: toAccepting,
  };
  facts.set(dfa, made);
  return made;
}

/** For each state, the states that lead to it, without repetition in a row. */
function sourcesOf(dfa: Dfa): number[][] {
  const sources: number[][] = Array.from({ length: dfa.stateCount }, () => []);
  for (let state = 0; state < dfa.stateCount; state += 1) {
    for (let symbol = 0; symbol < dfa.classes.length; symbol += 1) {
      const into = sources[step(dfa, state, symbol)];
      if (into?.at(-1) !== state) {
        into?.push(state);
      }
    }
  }
  return sources;
}

/** Steps from each state to the nearest one that accepts (or rejects); -1 where there is none. */
function distances(dfa: Dfa, sources: readonly number[][], accepting: boolean): Int32Array {
  const distance = new Int32Array(dfa.stateCount).fill(-1);
  const queue: number[] = [];
  for (let state = 0; state < dfa.stateCount; state += 1) {
    if (isAccepting(dfa, state) === accepting) {
      distance[state] = 0;
      queue.push(state);
    }
  }
  for (const state of queue) {
    for (const source of certain(sources[state])) {
      if (distance[source] === -1) {
        distance[source] = certain(distance[state]) + 1;
        queue.push(source);
      }
    }
  }
  return distance;
}
