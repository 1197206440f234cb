import type { Acceptor } from "./acceptor.ts";
import type { Alphabet } from "./alphabet.ts";
import { certain } from "./certain.ts";
import { type Instance, isEmptyInstance, isUniversalInstance } from "./instance.ts";
import type { Meter } from "./meter.ts";
import { residualIncluded } from "./residual-inclusion.ts";

/** Texts that all of `required` accept and none of `avoided`. */
export interface WordQuery {
  readonly required: readonly Instance[];
  readonly avoided: readonly Instance[];
}

/** How far a word search may go. */
export interface SearchLimit {
  readonly states: number;
  readonly meter: Meter;
}

/** A word, that there is none, or that the limit was reached before either was known. */
export type WordAnswer =
  | { readonly kind: "word"; readonly word: string }
  | { readonly kind: "none" }
  | { readonly kind: "limit" };

const none: WordAnswer = { kind: "none" };

/** A place in the product: the required states, then the avoided ones; -1 for one that cannot accept any more. */
interface Place {
  readonly states: readonly number[];
  readonly parent: Place | undefined;
  readonly symbol: number;
  readonly depth: number;
}

/**
 * A short word of the query, or proof that there is none: a best-first search of the product, without places that another
 * one with the same required states makes superfluous because whatever it leads to, that one does too.
 */
export function findWord(query: WordQuery, limit: SearchLimit): WordAnswer {
  const required = [...new Set(query.required)].filter((one) => !isUniversalInstance(one));
  const avoided = [...new Set(query.avoided)].filter((one) => !isEmptyInstance(one));
  if (avoided.some((one) => isUniversalInstance(one) || required.includes(one))) {
    return none;
  }
  const [some] = [...required, ...avoided];
  return some === undefined
    ? { kind: "word", word: "" }
    : new WordSearch(required, avoided, some.acceptor.alphabet).run(limit);
}

/** So many places with the same required states are compared with a new one. */
const comparedPlaces = 24;

class WordSearch {
  readonly #alphabet: Alphabet;
  readonly #instances: readonly Instance[];
  readonly #requiredCount: number;
  /** Places that are not among the first with the same required states. */
  readonly #seen = new Set<number | string>();
  #count = 0;
  readonly #byRequired = new Map<number | string, Place[]>();
  /** Whether all states together fit into one number. */
  readonly #isSmall: boolean;
  /** Places to go on from, by the least length of a word through them. */
  readonly #open: Place[][] = [];
  /** INVARIANT: nothing is open below; a step lowers the distance by at most one. */
  #least = 0;

  constructor(required: readonly Instance[], avoided: readonly Instance[], alphabet: Alphabet) {
    this.#alphabet = alphabet;
    this.#instances = [...required, ...avoided];
    this.#requiredCount = required.length;
    const places = this.#instances.reduce(
      (all, { acceptor }) => all * (acceptor.dfa.stateCount + 1),
      1,
    );
    this.#isSmall = places < Number.MAX_SAFE_INTEGER;
  }

  run(limit: SearchLimit): WordAnswer {
    const states = this.#instances.map((instance) => instance.state);
    const start = { states, parent: undefined, symbol: 0, depth: 0 };
    if (
      this.#instances.some(
        ({ acceptor, state }, index) => this.#left(acceptor, state, index) === undefined,
      )
    ) {
      return none;
    }
    if (this.#isGoal(states)) {
      return { kind: "word", word: "" };
    }
    this.#openUp(start);
    for (let place = this.#next(); place !== undefined; place = this.#next()) {
      if (this.#count > limit.states) {
        return { kind: "limit" };
      }
      const goal = this.#expand(place, limit.meter);
      if (goal !== undefined) {
        return { kind: "word", word: this.#wordOf(goal) };
      }
    }
    return none;
  }

  #next(): Place | undefined {
    for (; this.#least < this.#open.length; this.#least += 1) {
      const place = this.#open[this.#least]?.pop();
      if (place !== undefined) {
        return place;
      }
    }
    return undefined;
  }

  /** Goes on from a place by every symbol; returns a place where a word ends. */
  #expand(place: Place, meter: Meter): Place | undefined {
    const reached: Place[] = [];
    const symbols = this.#symbolsFrom(place.states);
    meter.spend((1 + symbols.length) * place.states.length);
    for (const symbol of symbols) {
      const states = this.#after(place.states, symbol);
      if (states === undefined) {
        continue;
      }
      const next = { states, parent: place, symbol, depth: place.depth + 1 };
      if (this.#isGoal(states)) {
        return next;
      }
      reached.push(next);
    }
    const fresh = reached.filter((one) => this.#isNew(one));
    for (let next = fresh.pop(); next !== undefined; next = fresh.pop()) {
      this.#openUp(next);
    }
    return undefined;
  }

  /** Symbols that may lead somewhere, and the most readable of those that nothing here tells apart. */
  #symbolsFrom(states: readonly number[]): readonly number[] {
    let fewest: readonly number[] | undefined;
    const distinguished = new Set<number>();
    for (let index = 0; index < states.length; index += 1) {
      const { acceptor } = certain(this.#instances[index]);
      const state = certain(states[index]);
      if (state < 0) {
        continue;
      }
      const { fallback, symbols } = acceptor.row(state);
      if (index < this.#requiredCount && acceptor.isDead(fallback)) {
        fewest = fewest === undefined || symbols.length < fewest.length ? symbols : fewest;
      } else if (fewest === undefined) {
        for (const symbol of symbols) {
          distinguished.add(symbol);
        }
      }
    }
    if (fewest !== undefined) {
      return fewest;
    }
    let other = 0;
    while (distinguished.has(other)) {
      other += 1;
    }
    return [...distinguished, other].sort((one, two) => one - two);
  }

  /** The states after a symbol; undefined where no word of the query can follow. */
  #after(states: readonly number[], symbol: number): number[] | undefined {
    const next: number[] = [];
    for (let index = 0; index < states.length; index += 1) {
      const { acceptor } = certain(this.#instances[index]);
      const state = certain(states[index]);
      const target = state < 0 ? -1 : acceptor.step(state, symbol);
      const left = this.#left(acceptor, target, index);
      if (left === undefined) {
        return undefined;
      }
      next.push(left);
    }
    return next;
  }

  /** What is left of an instance in a state; undefined where it alone leaves no word. */
  #left({ facts }: Acceptor, state: number, index: number): number | undefined {
    if (index < this.#requiredCount) {
      return facts.dead[state] === 1 ? undefined : state;
    }
    if (facts.universal[state] === 1) {
      return undefined;
    }
    return facts.dead[state] === 1 ? -1 : state;
  }

  #isGoal(states: readonly number[]): boolean {
    for (let index = 0; index < states.length; index += 1) {
      const state = certain(states[index]);
      const accepts = state >= 0 && certain(this.#instances[index]).acceptor.accepts(state);
      if (accepts !== index < this.#requiredCount) {
        return false;
      }
    }
    return true;
  }

  /** Whether the place leads to words that no place before it leads to; remembers it if so. */
  #isNew(place: Place): boolean {
    const required = this.#key(place.states, this.#requiredCount);
    const others = this.#byRequired.get(required) ?? [];
    for (let index = 0; index < others.length && index < comparedPlaces; index += 1) {
      if (this.#leadsFurther(certain(others[index]), place)) {
        return false;
      }
    }
    if (others.length >= comparedPlaces && !this.#isUnseen(place)) {
      return false;
    }
    others.push(place);
    this.#byRequired.set(required, others);
    this.#count += 1;
    return true;
  }

  /** Whether the place, which is not compared with all others, is none of them. */
  #isUnseen({ states }: Place): boolean {
    const key = this.#key(states, states.length);
    const isUnseen = !this.#seen.has(key);
    this.#seen.add(key);
    return isUnseen;
  }

  /** Equal exactly for equal first states. */
  #key(states: readonly number[], count: number): number | string {
    if (!this.#isSmall) {
      return states.slice(0, count).join();
    }
    let key = 0;
    for (let index = 0; index < count; index += 1) {
      const { stateCount } = certain(this.#instances[index]).acceptor.dfa;
      key = key * (stateCount + 1) + certain(states[index]) + 1;
    }
    return key;
  }

  #openUp(place: Place): void {
    const least = place.depth + this.#distance(place.states);
    const open = this.#open[least] ?? [];
    open.push(place);
    this.#open[least] = open;
  }

  #distance(states: readonly number[]): number {
    let most = 0;
    for (let index = 0; index < this.#requiredCount; index += 1) {
      const { facts } = certain(this.#instances[index]).acceptor;
      const distance = certain(facts.distance[certain(states[index])]);
      most = Math.max(most, distance);
    }
    return most;
  }

  /** Whether `place` leads to every word that `other` leads to, the required states being equal. */
  #leadsFurther(place: Place, other: Place): boolean {
    for (let index = this.#requiredCount; index < place.states.length; index += 1) {
      const [mine, theirs] = [certain(place.states[index]), certain(other.states[index])];
      const { acceptor } = certain(this.#instances[index]);
      const fewer = mine < 0 || (theirs >= 0 && residualIncluded(acceptor.dfa, mine, theirs));
      if (!fewer) {
        return false;
      }
    }
    return true;
  }

  #wordOf(goal: Place): string {
    const units: number[] = [];
    for (let at: Place | undefined = goal; at?.parent !== undefined; at = at.parent) {
      units.push(certain(this.#alphabet.representatives[at.symbol]));
    }
    return units
      .reverse()
      .map((unit) => String.fromCharCode(unit))
      .join("");
  }
}
