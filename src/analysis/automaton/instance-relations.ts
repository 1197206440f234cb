import { certain } from "./certain.ts";
import { type Instance, isEmptyInstance, isUniversalInstance } from "./instance.ts";
import { eachSuccessor } from "./row.ts";

/** What a relation between two automata asks about: a text in both, or in the first alone. */
type Wanted = "both" | "first-only";

/** Disjointness and inclusion between instances over one alphabet, remembered. */
export class InstanceRelations {
  /** Answers by the first instance's number, then by the second's. */
  readonly #both: Map<number, boolean>[] = [];
  readonly #firstOnly: Map<number, boolean>[] = [];

  /** Whether no text is accepted by both. */
  disjoint(one: Instance, other: Instance): boolean {
    const [first, second] = one.id < other.id ? [one, other] : [other, one];
    return !remembered(this.#both, first, second, "both");
  }

  /** Whether every text that `one` accepts is accepted by `other`. */
  included(one: Instance, other: Instance): boolean {
    return one === other || !remembered(this.#firstOnly, one, other, "first-only");
  }
}

function remembered(
  answers: Map<number, boolean>[],
  one: Instance,
  other: Instance,
  wanted: Wanted,
): boolean {
  let ofFirst = answers[one.id];
  if (ofFirst === undefined) {
    ofFirst = new Map();
    answers[one.id] = ofFirst;
  }
  let answer = ofFirst.get(other.id);
  if (answer === undefined) {
    answer = exists(one, other, wanted);
    ofFirst.set(other.id, answer);
  }
  return answer;
}

function exists(one: Instance, other: Instance, wanted: Wanted): boolean {
  if (isEmptyInstance(one) || isEmptyInstance(other)) {
    return wanted === "first-only" && !isEmptyInstance(one);
  }
  if (isUniversalInstance(other)) {
    return wanted === "both";
  }
  return isPlain(one, other, wanted) || existsText(one, other, wanted);
}

/** Whether a short text of one of them, or of one after the other, is such a text: it mostly is. */
function isPlain(one: Instance, other: Instance, wanted: Wanted): boolean {
  const first = shortestText(one);
  if (wanted === "first-only") {
    return !accepts(other, first);
  }
  const second = shortestText(other);
  return [first, second, [...first, ...second], [...second, ...first]].some(
    (text) => accepts(one, text) && accepts(other, text),
  );
}

/** Whether a text of symbols is accepted. */
function accepts({ acceptor, state }: Instance, text: readonly number[]): boolean {
  return acceptor.accepts(text.reduce((at, symbol) => acceptor.step(at, symbol), state));
}

const shortestTexts = new WeakMap<Instance, readonly number[]>();

/** The symbols of a shortest text that is accepted; there is one. */
function shortestText(instance: Instance): readonly number[] {
  const known = shortestTexts.get(instance) ?? walked(instance);
  shortestTexts.set(instance, known);
  return known;
}

function walked({ acceptor, state }: Instance): readonly number[] {
  const { distance } = acceptor.facts;
  const text: number[] = [];
  for (let at = state; certain(distance[at]) > 0; ) {
    const { fallback, symbols, targets } = acceptor.row(at);
    const nearer = targets.findIndex((target) => distance[target] === certain(distance[at]) - 1);
    text.push(symbols[nearer] ?? acceptor.alphabet.rest);
    at = targets[nearer] ?? fallback;
  }
  return text;
}

/** Searches the product of the two automata, depth first. */
function existsText(one: Instance, other: Instance, wanted: Wanted): boolean {
  const [first, second] = [one.acceptor, other.acceptor];
  const width = second.dfa.stateCount;
  const hopeless = wanted === "both" ? second.facts.dead : second.facts.universal;
  const start = one.state * width + other.state;
  const seen = new Set([start]);
  const pairs = [start];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const state = Math.floor(pair / width);
    if (first.accepts(state) && second.accepts(pair % width) === (wanted === "both")) {
      return true;
    }
    eachSuccessor(first.row(state), second.row(pair % width), (target, opposite) => {
      const next = target * width + opposite;
      if (!first.isDead(target) && hopeless[opposite] !== 1 && !seen.has(next)) {
        seen.add(next);
        pairs.push(next);
      }
    });
  }
  return false;
}
