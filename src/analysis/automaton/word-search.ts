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
  readonly #seen = new Set<string>();
  readonly #byRequired = new Map<string, Place[]>();
  /** Places to go on from, by the least length of a word through them. */
  readonly #open: Place[][] = [];
  /** INVARIANT: nothing is open below; a step lowers the distance by at most one. */
  #least = 0;

  constructor(required: readonly Instance[], avoided: readonly Instance[], alphabet: Alphabet) {
    this.#alphabet = alphabet;
    this.#instances = [...required, ...avoided];
    this.#requiredCount = required.length;
  }

  run(limit: SearchLimit): WordAnswer {
    const states = this.#instances.map((instance) => instance.state);
    const start = { states, parent: undefined, symbol: 0, depth: 0 };
    if (this.#isHopeless(states)) {
      return none;
    }
    if (this.#isGoal(states)) {
      return { kind: "word", word: "" };
    }
    this.#openUp(start);
    for (let place = this.#next(); place !== undefined; place = this.#next()) {
      if (this.#seen.size > limit.states) {
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
      if (this.#isHopeless(states)) {
        continue;
      }
      const next = { states, parent: place, symbol, depth: place.depth + 1 };
      if (this.#isGoal(states)) {
        return next;
      }
      reached.push(next);
    }
    for (const next of reached.filter((one) => this.#isNew(one)).reverse()) {
      this.#openUp(next);
    }
    return undefined;
  }

  /** Symbols that may lead somewhere, and the most readable of those that nothing here tells apart. */
  #symbolsFrom(states: readonly number[]): readonly number[] {
    let fewest: readonly number[] | undefined;
    const distinguished = new Set<number>();
    for (let index = 0; index < states.length; index += 1) {
      const acceptor = this.#instances[index]?.acceptor;
      const state = certain(states[index]);
      if (acceptor === undefined || state < 0) {
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

  #after(states: readonly number[], symbol: number): number[] {
    return states.map((state, index) => {
      const acceptor = this.#instances[index]?.acceptor;
      if (acceptor === undefined || state < 0) {
        return -1;
      }
      const target = acceptor.step(state, symbol);
      return acceptor.isDead(target) && index >= this.#requiredCount ? -1 : target;
    });
  }

  #isHopeless(states: readonly number[]): boolean {
    return states.some((state, index) => {
      const acceptor = this.#instances[index]?.acceptor;
      return index < this.#requiredCount
        ? acceptor?.isDead(state) === true
        : state >= 0 && acceptor?.isUniversal(state) === true;
    });
  }

  #isGoal(states: readonly number[]): boolean {
    return states.every((state, index) => {
      const accepts = state >= 0 && this.#instances[index]?.acceptor.accepts(state) === true;
      return accepts === index < this.#requiredCount;
    });
  }

  /** Whether the place leads to words that no place before it leads to; remembers it if so. */
  #isNew(place: Place): boolean {
    const key = place.states.join();
    if (this.#seen.has(key)) {
      return false;
    }
    this.#seen.add(key);
    const required = place.states.slice(0, this.#requiredCount).join();
    const others = this.#byRequired.get(required) ?? [];
    if (others.slice(0, comparedPlaces).some((other) => this.#leadsFurther(other, place))) {
      return false;
    }
    others.push(place);
    this.#byRequired.set(required, others);
    return true;
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
      const distance = certain(
        this.#instances[index]?.acceptor.facts.distance[certain(states[index])],
      );
      most = Math.max(most, distance);
    }
    return most;
  }

  /** Whether `place` leads to every word that `other` leads to, the required states being equal. */
  #leadsFurther(place: Place, other: Place): boolean {
    for (let index = this.#requiredCount; index < place.states.length; index += 1) {
      const [mine, theirs] = [certain(place.states[index]), certain(other.states[index])];
      const acceptor = this.#instances[index]?.acceptor;
      const fewer =
        mine < 0 ||
        (theirs >= 0 && acceptor !== undefined && residualIncluded(acceptor.dfa, mine, theirs));
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
