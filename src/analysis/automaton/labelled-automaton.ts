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

/**
 * Says what becomes of the label that the automaton gives; the automaton itself, where no label becomes another. Throws
 * `TooManyStates` past `limit`.
 */
export function overlaid(
  automaton: LabelledAutomaton,
  instance: Instance,
  relabelling: Relabelling,
  limit: TableLimit,
): LabelledAutomaton {
  const labels = [...new Set(automaton.labels)];
  const stays = (label: number): boolean =>
    relabelling.outside(label) === label && relabelling.inside(label) === label;
  if (labels.every(stays)) {
    return automaton;
  }
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
  /** By pair: its number and one, or 0. */
  readonly #numbers: Int32Array;
  readonly #pairs: number[] = [];
  readonly #inside = new Map<number, number>();
  /** By state of the automaton: 1 where all texts from there on have one label, which stays. */
  readonly #settled: Uint8Array;

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
    this.#numbers = new Int32Array(automaton.rows.length * this.#width);
    this.#settled = Uint8Array.from(automaton.rows, (row, state) =>
      this.#isSettled(row, state) ? 1 : 0,
    );
  }

  run(): LabelledAutomaton {
    this.#number(0, this.#instance.state);
    const rows: Row[] = [];
    const labels: number[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = certain(this.#pairs[index]);
      const state = Math.floor(pair / this.#width);
      const reading = pair - state * this.#width;
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
    const known = certain(this.#numbers[pair]);
    if (known > 0) {
      return known - 1;
    }
    if (this.#pairs.length >= this.#limit.states) {
      throw new TooManyStates(this.#limit.states);
    }
    const made = this.#pairs.push(pair);
    this.#numbers[pair] = made;
    return made - 1;
  }

  /** What is left to read, as far as it matters where the automaton stands. */
  #merged(state: number, reading: number): number {
    const { facts } = this.#instance.acceptor;
    if (reading === this.#dead || this.#settled[state] === 1 || facts.dead[reading] === 1) {
      return this.#dead;
    }
    return reading === this.#universal || facts.universal[reading] === 1
      ? this.#universal
      : reading;
  }

  #isSettled(row: Row, state: number): boolean {
    const label = certain(this.#automaton.labels[state]);
    return (
      row.fallback === state &&
      row.symbols.length === 0 &&
      this.#changed(label) === this.#relabelling.outside(label)
    );
  }
}
