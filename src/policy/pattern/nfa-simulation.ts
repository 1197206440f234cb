import { contains } from "./character-set.ts";
import { lineTerminators } from "./line-terminators.ts";
import type { Nfa } from "./nfa.ts";
import {
  type CompiledNfa,
  compileNfa,
  type Graph,
  nowhere,
  type PositionAssertion,
  type State,
  type Truth,
} from "./nfa-graph.ts";
import { type PatternMatch, patternMatch } from "./pattern-match.ts";
import { textCharacters } from "./text-characters.ts";

/** How many steps (edges looked at, positions passed) may still be taken. Counted down. */
export interface StepAllowance {
  left: number;
}

/** Decides whether an automaton accepts some stretch of a text. */
export type NfaSimulation = (text: string, allowance: StepAllowance) => PatternMatch;

/** Stands for the character before the first and behind the last: a member of no set. */
const outside = -1;

/** Passing a position costs as much as some edges. */
const stepsPerPosition = 4;

interface Reading {
  readonly characters: Uint16Array | Uint32Array;
  readonly allowance: StepAllowance;
}

/**
 * Simulates an automaton on whole texts: it may begin anywhere, or with `sticky` only where the text does.
 * Never backtracks: a text costs at most its length × the number of edges, those of each lookaround included.
 * `indeterminate` when the allowance is spent.
 */
export function nfaSimulation(nfa: Nfa, sticky: boolean): NfaSimulation {
  const compiled = compileNfa(nfa);
  return (text, allowance) => {
    if (text.length * stepsPerPosition > allowance.left) {
      return "indeterminate";
    }
    const characters = textCharacters(text, nfa.unit);
    const reading = { characters, allowance };
    findTruths(compiled, reading);
    let matches = false;
    walk(compiled.graph, sticky, reading, () => {
      matches = true;
      return "stop";
    });
    for (const truth of compiled.truths) {
      truth.holds = nowhere;
    }
    return allowance.left > 0 ? patternMatch(matches) : "indeterminate";
  };
}

function findTruths({ truths }: CompiledNfa, reading: Reading): void {
  for (const truth of truths) {
    if (reading.allowance.left <= 0) {
      return;
    }
    truth.holds = positionsOf(truth, reading);
  }
}

function positionsOf(truth: Truth, reading: Reading): Uint8Array {
  const { characters, allowance } = reading;
  const holds = new Uint8Array(characters.length + 1);
  if (truth.kind === "here") {
    allowance.left -= holds.length;
    let before = outside;
    for (let position = 0; position < holds.length; position += 1) {
      const after = characters[position] ?? outside;
      holds[position] = Number(isTrueBetween(truth.assertion, before, after));
      before = after;
    }
    return holds;
  }
  walk(truth.body, false, reading, (position) => {
    holds[position] = 1;
    return "go-on";
  });
  return truth.negate ? holds.map((found) => 1 - found) : holds;
}

function isTrueBetween(assertion: PositionAssertion, before: number, after: number): boolean {
  switch (assertion.kind) {
    case "start":
      return before === outside || (assertion.multiline && contains(lineTerminators, before));
    case "end":
      return after === outside || (assertion.multiline && contains(lineTerminators, after));
    case "word-boundary": {
      const isBoundary = contains(assertion.word, before) !== contains(assertion.word, after);
      return isBoundary !== assertion.negate;
    }
  }
}

/**
 * Walks over the whole text with every state that the automaton can be in. It enters at each position, or when `pinned`
 * at the first one only; `accepts` hears of each position where it accepts. Returns early when the allowance is spent.
 */
function walk(
  graph: Graph,
  pinned: boolean,
  { characters, allowance }: Reading,
  accepts: (position: number) => "stop" | "go-on",
): void {
  const forward = graph.direction === "forward";
  const [states, next] = [new StateList(), new StateList()];
  next.add(graph.start);
  let left = allowance.left;
  for (let passed = 0; passed <= characters.length && left > 0; passed += 1) {
    const position = forward ? passed : characters.length - passed;
    const read = characters[forward ? position : position - 1] ?? outside;
    graph.rounds += 1;
    const round = graph.rounds;
    states.clear();
    for (let index = 0; index < next.size; index += 1) {
      enter(next.at(index), round, states);
    }
    next.clear();
    // The list grows meanwhile: a step that consumes nothing leads to one more state at this position.
    for (let index = 0; index < states.size; index += 1) {
      const { steps } = states.at(index);
      left -= steps.length;
      for (const step of steps) {
        if (step.kind === "consume") {
          if (contains(step.set, read)) {
            next.add(step.to);
          }
        } else if (step.kind === "empty" || step.truth.holds[position] === 1) {
          enter(step.to, round, states);
        }
      }
    }
    left -= stepsPerPosition;
    if (graph.accept.enteredIn === round && accepts(position) === "stop") {
      break;
    }
    if (!pinned) {
      next.add(graph.start);
    } else if (next.size === 0) {
      break;
    }
  }
  allowance.left = left;
}

/** A list that is emptied at every position of a text, so it keeps its room. */
class StateList {
  readonly #states: State[] = [];
  size = 0;

  add(state: State): void {
    this.#states[this.size] = state;
    this.size += 1;
  }

  at(index: number): State {
    return this.#states[index] as State;
  }

  clear(): void {
    this.size = 0;
  }
}

function enter(state: State, round: number, states: StateList): void {
  if (state.enteredIn !== round) {
    state.enteredIn = round;
    states.add(state);
  }
}
