import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import type { Dfa } from "./dfa.ts";
import { type DfaLimits, TooManyStates } from "./dfa-limits.ts";

/** How a machine over classes of characters goes from state to state. */
export interface Machine<State> {
  readonly classes: readonly CharacterSet[];
  readonly start: State;
  /** Equal for states that are the same. */
  key(state: State): string;
  next(state: State, symbol: number): State;
  /** A symbol, and those that may lead elsewhere than it does, if that is known. */
  readonly rest?: number;
  distinguished?(state: State): Iterable<number>;
}

/** A machine that accepts texts. */
export interface Construction<State> extends Machine<State> {
  accepts(state: State): boolean;
}

/** All states of a machine that are reachable, the start first, and where each goes over each class. */
export interface StateTable<State> {
  readonly states: readonly State[];
  readonly transitions: Int32Array;
}

/** How many states there may be, and what counts the work. */
export type TableLimit = Pick<DfaLimits, "states" | "meter">;

/** The automaton of all states that are reachable from the start. Throws `TooManyStates` past `limit`. */
export function explored<State>(construction: Construction<State>, limit: TableLimit): Dfa {
  const { states, transitions } = stateTable(construction, limit);
  return {
    stateCount: states.length,
    classes: construction.classes,
    transitions,
    accepting: Uint8Array.from(states, (state) => (construction.accepts(state) ? 1 : 0)),
  };
}

/** The reachable states. Throws `TooManyStates` past `limit`. */
function stateTable<State>(machine: Machine<State>, limit: TableLimit): StateTable<State> {
  const numbers = new Map<string, number>();
  const states: State[] = [];
  const numberOf = (state: State): number => {
    const key = machine.key(state);
    const known = numbers.get(key);
    if (known !== undefined) {
      return known;
    }
    if (states.length >= limit.states) {
      throw new TooManyStates(limit.states);
    }
    numbers.set(key, states.length);
    return states.push(state) - 1;
  };
  numberOf(machine.start);
  const width = machine.classes.length;
  const transitions: number[] = [];
  for (const [from, state] of states.entries()) {
    limit.meter.spend(width);
    const rest = numberOf(machine.next(state, machine.rest ?? 0));
    for (let symbol = 0; symbol < width; symbol += 1) {
      transitions.push(rest);
    }
    for (const symbol of machine.distinguished?.(state) ?? machine.classes.keys()) {
      transitions[from * width + symbol] = numberOf(machine.next(state, symbol));
    }
  }
  return { states, transitions: Int32Array.from(transitions) };
}
