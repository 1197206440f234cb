import type { Acceptor } from "../automaton/acceptor.ts";
import { certain } from "../automaton/certain.ts";
import { always, type Formula, never } from "../automaton/decision-diagram.ts";
import type { Instance } from "../automaton/instance.ts";
import type { Meter } from "../automaton/meter.ts";
import type { Machine } from "../automaton/state-table.ts";
import { unconditional } from "../decision-space/conjunction.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { ConditionFormulas } from "./condition-formulas.ts";
import type { DecisionClass } from "./decision-class.ts";
import { RegionList } from "./region-list.ts";

/** The lists that decide, and the classes whose calls the machine tells apart from all others. */
export interface RegionScope {
  readonly possible: Instance;
  readonly base: readonly Entry[];
  readonly head: readonly Entry[];
  readonly classes: readonly DecisionClass[];
}

/** Arguments for which a read changes, and for which a call of another risk does. */
export interface RiskRegions {
  readonly read: Formula;
  readonly other: Formula;
}

/** States of the automata of `possible` and of the rules, -1 for those that have no more say; empty when none has. */
export type Place = Int32Array;

const nowhere: Place = new Int32Array(0);

/**
 * Reads actions with all rules at once, as far as a class is at stake: what it says of an action is for which arguments a
 * call of it belongs to one of the classes.
 */
export class RegionMachine implements Machine<Place> {
  readonly classes: Machine<Place>["classes"];
  readonly rest: number;
  readonly start: Place;
  readonly #meter: Meter;
  readonly #acceptors: readonly Acceptor[];
  readonly #base: RegionList;
  readonly #head: RegionList;
  readonly #classes: readonly DecisionClass[];

  constructor({ possible, base, head, classes }: RegionScope, meter: Meter) {
    const keyOf = ({ actions, conditions }: Entry): string => `${actions.id} ${conditions}`;
    const relevant = new Set(
      classes.flatMap((one) => [one.base, one.head, ...one.passed]).map(keyOf),
    );
    const [inBase, inHead] = [base, head].map((list) =>
      list.filter((entry) => relevant.has(keyOf(entry))),
    ) as [Entry[], Entry[]];
    const instances = [
      ...new Set([possible, ...[...inBase, ...inHead].map((entry) => entry.actions)]),
    ];
    this.#meter = meter;
    this.#classes = classes;
    this.#acceptors = instances.map((instance) => instance.acceptor);
    this.#base = new RegionList(
      inBase,
      instances,
      classes.map((one) => one.base),
    );
    this.#head = new RegionList(
      inHead,
      instances,
      classes.map((one) => one.head),
    );
    this.classes = possible.acceptor.alphabet.sets;
    this.rest = possible.acceptor.alphabet.rest;
    this.start = this.#reduced(Int32Array.from(instances, (instance) => instance.state));
  }

  key(place: Place): string {
    let key = "";
    for (let index = 0; index < place.length; index += 1) {
      const state = certain(place[index]);
      if (state >= 0) {
        key += String.fromCharCode(index, state);
      }
    }
    return key;
  }

  /**
   * How many conditional rules match wherever something stands in an action: each of them can have been met or not, so the
   * machine has about that power of two states.
   */
  get independentRules(): number {
    const conditional = [...this.#base.entries, ...this.#head.entries].filter(
      (entry) => entry.conditions !== unconditional && matchesAnywhere(entry.actions),
    );
    return new Set(conditional.map((entry) => entry.actions)).size;
  }

  /** Symbols that may lead elsewhere than the rest does. */
  distinguished(place: Place): Iterable<number> {
    const symbols = new Set<number>();
    place.forEach((state, index) => {
      for (const symbol of state < 0 ? [] : certain(this.#acceptors[index]?.row(state).symbols)) {
        symbols.add(symbol);
      }
    });
    return symbols;
  }

  next(place: Place, symbol: number): Place {
    this.#meter.spend(1 + place.length);
    const next = new Int32Array(place.length);
    for (let index = 0; index < place.length; index += 1) {
      const state = certain(place[index]);
      next[index] = state < 0 ? -1 : certain(this.#acceptors[index]?.step(state, symbol));
    }
    return this.#reduced(next);
  }

  /** For each pair of effects, the arguments for which a call of an action that leads here changes so. */
  regions(place: Place, formulas: ConditionFormulas): ReadonlyMap<string, RiskRegions> {
    const regions = new Map<string, RiskRegions>();
    if (!this.#accepts(place, 0)) {
      return regions;
    }
    const [before, after] = [this.#base, this.#head].map((list) =>
      deciding(
        list.entries.filter((_, index) => this.#accepts(place, certain(list.instances[index]))),
        formulas,
      ),
    );
    for (const one of this.#classes) {
      const [first, second] = [before?.get(one.base) ?? never, after?.get(one.head) ?? never];
      const calls = formulas.formulas.and(first, second);
      for (const { from, to, risks } of calls === never ? [] : one.effects) {
        const known = regions.get(`${from} ${to}`) ?? { read: never, other: never };
        const add = (formula: Formula, isAt: boolean): Formula =>
          isAt ? formulas.formulas.or(formula, calls) : formula;
        regions.set(`${from} ${to}`, {
          read: add(known.read, risks.includes("read")),
          other: add(known.other, risks.includes("write")),
        });
      }
    }
    return regions;
  }

  #accepts(place: Place, instance: number): boolean {
    const state = place[instance] ?? -1;
    return state >= 0 && this.#acceptors[instance]?.accepts(state) === true;
  }

  /** Takes out the states that have no more say. */
  #reduced(place: Place): Place {
    for (let index = 0; index < place.length; index += 1) {
      const state = certain(place[index]);
      if (state >= 0 && this.#acceptors[index]?.isDead(state) === true) {
        place[index] = -1;
      }
    }
    if ((place[0] ?? -1) < 0) {
      return nowhere;
    }
    this.#base.look(place, this.#acceptors);
    this.#head.look(place, this.#acceptors);
    let [base, head] = [-1, -1];
    for (let index = 0; index < this.#classes.length; index += 1) {
      const [inBase, inHead] = [this.#base.reached(index), this.#head.reached(index)];
      if (inBase >= 0 && inHead >= 0) {
        base = Math.max(base, inBase);
        head = Math.max(head, inHead);
      }
    }
    if (base < 0) {
      return nowhere;
    }
    const kept = new Int32Array(place.length).fill(-1);
    kept[0] = certain(place[0]);
    this.#base.keep(kept, place, base);
    this.#head.keep(kept, place, head);
    return kept;
  }
}

/** Whether what comes before a match, and what comes after, hardly matters. */
function matchesAnywhere({ acceptor, state }: Instance): boolean {
  const { dfa } = acceptor;
  return (
    !acceptor.isUniversal(state) &&
    !acceptor.isDead(acceptor.row(state).fallback) &&
    dfa.accepting.some((accepts, one) => accepts === 1 && acceptor.row(one).fallback === one)
  );
}

/** For each entry, the arguments for which it is the first whose conditions hold. */
function deciding(
  entries: readonly Entry[],
  formulas: ConditionFormulas,
): ReadonlyMap<Entry, Formula> {
  const decides = new Map<Entry, Formula>();
  let left: Formula = always;
  for (const entry of entries) {
    const holds = entry.conditions === unconditional ? always : formulas.of(entry.conditions);
    decides.set(entry, formulas.formulas.and(left, holds));
    left = formulas.formulas.and(left, formulas.formulas.not(holds));
  }
  return decides;
}
