import { type CharacterSet, contains, sizeOf } from "../../policy/pattern/character-set.ts";
import type { Alphabet } from "./alphabet.ts";
import { certain } from "./certain.ts";
import { type Dfa, isAccepting, largestSet } from "./dfa.ts";
import type { Row } from "./row.ts";
import { type StateFacts, stateFacts } from "./state-facts.ts";

/** An automaton that reads the symbols of a shared alphabet. */
export class Acceptor {
  readonly alphabet: Alphabet;
  readonly dfa: Dfa;
  readonly facts: StateFacts;
  readonly #local: Uint16Array;
  readonly #rows: Row[] = [];

  constructor(alphabet: Alphabet, dfa: Dfa) {
    this.alphabet = alphabet;
    this.dfa = dfa;
    this.facts = stateFacts(dfa);
    this.#local = localClasses(alphabet, dfa);
  }

  accepts(state: number): boolean {
    return isAccepting(this.dfa, state);
  }

  isDead(state: number): boolean {
    return this.facts.dead[state] === 1;
  }

  isUniversal(state: number): boolean {
    return this.facts.universal[state] === 1;
  }

  /** Transitions of a state over the shared alphabet. */
  row(state: number): Row {
    const known = this.#rows[state];
    if (known !== undefined) {
      return known;
    }
    const fallback = this.step(state, this.alphabet.rest);
    const symbols: number[] = [];
    const targets: number[] = [];
    for (let symbol = 0; symbol < this.alphabet.size; symbol += 1) {
      const target = this.step(state, symbol);
      if (target !== fallback) {
        symbols.push(symbol);
        targets.push(target);
      }
    }
    const row = { fallback, symbols, targets };
    this.#rows[state] = row;
    return row;
  }

  /** The state after a symbol of the shared alphabet. */
  step(state: number, symbol: number): number {
    const width = this.dfa.classes.length;
    return certain(this.dfa.transitions[state * width + certain(this.#local[symbol])]);
  }

  /** The state after a text. */
  run(state: number, text: string): number {
    let current = state;
    for (let at = 0; at < text.length; at += 1) {
      current = this.step(current, this.alphabet.symbolOf(text.charCodeAt(at)));
    }
    return current;
  }
}

/** The automaton's own class for each symbol. */
function localClasses(alphabet: Alphabet, dfa: Dfa): Uint16Array {
  const common = largestSet(dfa.classes);
  const local = new Uint16Array(alphabet.size).fill(common);
  dfa.classes.forEach((set, index) => {
    if (index !== common) {
      for (const symbol of symbolsOf(alphabet, set)) {
        local[symbol] = index;
      }
    }
  });
  return local;
}

function symbolsOf(alphabet: Alphabet, set: CharacterSet): readonly number[] {
  if (sizeOf(set) > alphabet.size) {
    return alphabet.representatives.flatMap((unit, symbol) =>
      contains(set, unit) ? [symbol] : [],
    );
  }
  return set.ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, offset) => alphabet.symbolOf(first + offset)),
  );
}
