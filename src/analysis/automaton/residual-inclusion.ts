import { certain } from "./certain.ts";
import { type Dfa, isAccepting, step } from "./dfa.ts";

/** Above this many states the table would cost more than it saves. */
const largestTable = 80;

const tables = new WeakMap<Dfa, Uint8Array>();

/**
 * Whether every continuation that `one` accepts is accepted from `other`, both states of the automaton. False may also
 * mean: not known, the automaton is large.
 */
export function residualIncluded(dfa: Dfa, one: number, other: number): boolean {
  if (one === other) {
    return true;
  }
  if (dfa.stateCount > largestTable) {
    return false;
  }
  const table = tables.get(dfa) ?? counterexamples(dfa);
  tables.set(dfa, table);
  return table[one * dfa.stateCount + other] === 0;
}

/** 1 for each pair of states of which the first accepts a continuation that the second does not. */
function counterexamples(dfa: Dfa): Uint8Array {
  const { stateCount } = dfa;
  const found = new Uint8Array(stateCount * stateCount);
  const sources = pairSources(dfa);
  const work: number[] = [];
  for (let pair = 0; pair < found.length; pair += 1) {
    const [one, other] = [Math.floor(pair / stateCount), pair % stateCount];
    if (isAccepting(dfa, one) && !isAccepting(dfa, other)) {
      found[pair] = 1;
      work.push(pair);
    }
  }
  for (let pair = work.pop(); pair !== undefined; pair = work.pop()) {
    for (const source of sources(pair)) {
      if (found[source] === 0) {
        found[source] = 1;
        work.push(source);
      }
    }
  }
  return found;
}

/** The pairs of states that one symbol leads to a pair. */
function pairSources(dfa: Dfa): (pair: number) => number[] {
  const { stateCount, classes } = dfa;
  const sources: number[][][] = Array.from({ length: classes.length }, () => []);
  for (let state = 0; state < stateCount; state += 1) {
    classes.forEach((_, symbol) => {
      const target = step(dfa, state, symbol);
      const into = certain(sources[symbol]);
      into[target] = [...(into[target] ?? []), state];
    });
  }
  return (pair) =>
    sources.flatMap((into) => {
      const others = into[pair % stateCount] ?? [];
      return (into[Math.floor(pair / stateCount)] ?? []).flatMap((one) =>
        others.map((other) => one * stateCount + other),
      );
    });
}
