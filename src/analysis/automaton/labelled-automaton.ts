import { certain } from "./certain.ts";
import { TooManyStates } from "./dfa-limits.ts";
import type { Instance } from "./instance.ts";
import { closedRow, eachSuccessor, type Row } from "./row.ts";
import type { TableLimit } from "./state-table.ts";

/** Says something about each text: the label of the state that the text leads to from state 0. */
export interface LabelledAutomaton {
  /** By state, over the symbols of a shared alphabet. */
  readonly rows: readonly Row[];
  /** By state. */
  readonly labels: readonly number[];
}

/** What becomes of the labels of the texts that an instance accepts, and of those of all others. */
export interface Relabelling {
  inside(label: number): number;
  outside(label: number): number;
}

/** Says the same about every text. */
export function uniform(label: number): LabelledAutomaton {
  return { rows: [closedRow(0)], labels: [label] };
}

/** Says what becomes of the label that the automaton gives. Throws `TooManyStates` past `limit`. */
export function overlaid(
  automaton: LabelledAutomaton,
  instance: Instance,
  relabelling: Relabelling,
  limit: TableLimit,
): LabelledAutomaton {
  return new Overlay(automaton, instance, relabelling, limit).run();
}

/** The product of an automaton and an instance, whose dead and universal states count as one each. */
class Overlay {
  readonly #automaton: LabelledAutomaton;
  readonly #instance: Instance;
  readonly #relabelling: Relabelling;
  readonly #limit: TableLimit;
  readonly #dead: number;
  readonly #universal: number;
  readonly #width: number;
  readonly #numbers = new Map<number, number>();
  readonly #pairs: number[] = [];
  readonly #inside = new Map<number, number>();

  constructor(
    automaton: LabelledAutomaton,
    instance: Instance,
    relabelling: Relabelling,
    limit: TableLimit,
  ) {
    this.#automaton = automaton;
    this.#instance = instance;
    this.#relabelling = relabelling;
    this.#limit = limit;
    this.#dead = instance.acceptor.dfa.stateCount;
    this.#universal = this.#dead + 1;
    this.#width = this.#dead + 2;
  }

  run(): LabelledAutomaton {
    this.#number(0, this.#instance.state);
    const rows: Row[] = [];
    const labels: number[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = certain(this.#pairs[index]);
      const [state, reading] = [Math.floor(pair / this.#width), pair % this.#width];
      rows.push(this.#row(certain(this.#automaton.rows[state]), reading));
      labels.push(this.#label(certain(this.#automaton.labels[state]), reading));
    }
    return { rows, labels };
  }

  #row(row: Row, reading: number): Row {
    const { acceptor } = this.#instance;
    const symbols: number[] = [];
    const targets: number[] = [];
    let fallback = 0;
    const other = reading >= this.#dead ? closedRow(reading) : acceptor.row(reading);
    this.#limit.meter.spend(1 + row.symbols.length + other.symbols.length);
    eachSuccessor(row, other, (target, opposite, symbol) => {
      const next = this.#number(target, opposite);
      if (symbol < 0) {
        fallback = next;
      } else if (next !== fallback) {
        symbols.push(symbol);
        targets.push(next);
      }
    });
    return { fallback, symbols, targets };
  }

  #label(label: number, reading: number): number {
    const accepts =
      reading === this.#universal ||
      (reading !== this.#dead && this.#instance.acceptor.accepts(reading));
    return accepts ? this.#changed(label) : this.#relabelling.outside(label);
  }

  #changed(label: number): number {
    const changed = this.#inside.get(label) ?? this.#relabelling.inside(label);
    this.#inside.set(label, changed);
    return changed;
  }

  #number(state: number, reading: number): number {
    const pair = state * this.#width + this.#merged(state, reading);
    const known = this.#numbers.get(pair);
    if (known !== undefined) {
      return known;
    }
    if (this.#pairs.length >= this.#limit.states) {
      throw new TooManyStates(this.#limit.states);
    }
    const made = this.#pairs.push(pair) - 1;
    this.#numbers.set(pair, made);
    return made;
  }

  /** What is left to read, as far as it matters where the automaton stands. */
  #merged(state: number, reading: number): number {
    const { acceptor } = this.#instance;
    if (reading === this.#dead || this.#isSettled(state)) {
      return this.#dead;
    }
    if (reading === this.#universal || acceptor.isUniversal(reading)) {
      return this.#universal;
    }
    return acceptor.isDead(reading) ? this.#dead : reading;
  }

  /** Whether all texts from here on have one label, which stays. */
  #isSettled(state: number): boolean {
    const row = certain(this.#automaton.rows[state]);
    const label = certain(this.#automaton.labels[state]);
    return (
      row.fallback === state &&
      row.symbols.length === 0 &&
      this.#changed(label) === this.#relabelling.outside(label)
    );
  }
}
