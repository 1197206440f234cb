import type { Acceptor } from "../automaton/acceptor.ts";
import { certain } from "../automaton/certain.ts";
import type { Instance } from "../automaton/instance.ts";
import { unconditional } from "../decision-space/conjunction.ts";
import type { Entry } from "../decision-space/entry.ts";

/** A list of entries, laid out for reading many actions; it looks at one place of the reading at a time. */
export class RegionList {
  readonly entries: readonly Entry[];
  /** For each entry, the number of its instance. */
  readonly instances: readonly number[];
  readonly #unconditional: readonly boolean[];
  /** For each class, where its entry stands. */
  readonly #positions: readonly number[];
  readonly #alive: Uint8Array;

  constructor(
    entries: readonly Entry[],
    instances: readonly Instance[],
    ofClasses: readonly Entry[],
  ) {
    const numbers = new Map(instances.map((instance, index) => [instance, index]));
    this.entries = entries;
    this.instances = entries.map((entry) => certain(numbers.get(entry.actions)));
    this.#unconditional = entries.map((entry) => entry.conditions === unconditional);
    this.#positions = ofClasses.map((entry) => entries.indexOf(entry));
    this.#alive = new Uint8Array(entries.length);
  }

  /** Sees which entries can still match at the place, up to the first that is certain to apply. */
  look(place: Int32Array, acceptors: readonly Acceptor[]): void {
    let covered = false;
    for (let index = 0; index < this.instances.length; index += 1) {
      const instance = certain(this.instances[index]);
      const state = certain(place[instance]);
      const alive: boolean = !covered && state >= 0;
      this.#alive[index] = alive ? 1 : 0;
      covered ||=
        alive &&
        this.#unconditional[index] === true &&
        acceptors[instance]?.isUniversal(state) === true;
    }
  }

  /** Where the entry of a class stands, -1 if it cannot decide any more. */
  reached(ofClass: number): number {
    const position = certain(this.#positions[ofClass]);
    return this.#alive[position] === 1 ? position : -1;
  }

  /** Copies the states of the entries that can still match, up to `last`. */
  keep(kept: Int32Array, place: Int32Array, last: number): void {
    for (let index = 0; index <= last; index += 1) {
      if (this.#alive[index] === 1) {
        const instance = certain(this.instances[index]);
        kept[instance] = certain(place[instance]);
      }
    }
  }
}
