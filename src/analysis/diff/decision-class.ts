import type { InstanceRelations } from "../automaton/instance-relations.ts";
import type { ConnectorSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import type { AlignedLists, CandidatePair } from "./candidate-pairs.ts";

/** The calls to a connector that one entry decides in base and another in head. */
export interface DecisionClass {
  readonly space: ConnectorSpace;
  readonly base: Entry;
  readonly head: Entry;
  /** Entries that must not apply: earlier ones, of either side, that match some of the same actions. */
  readonly passed: readonly Entry[];
  readonly effects: readonly EffectChange[];
}

/** Turns pairs of one connector's entries into classes. */
export class DecisionClasses {
  readonly #space: ConnectorSpace;
  readonly #lists: AlignedLists;
  readonly #relations: InstanceRelations;
  readonly #earlierOf = new Map<Entry, readonly Entry[]>();

  constructor(space: ConnectorSpace, lists: AlignedLists, relations: InstanceRelations) {
    this.#space = space;
    this.#lists = lists;
    this.#relations = relations;
  }

  /** The class of a pair whose entries match some actions in common. */
  of({ base, head, effects }: CandidatePair): DecisionClass {
    const passed = new Map<string, Entry>();
    for (const [entries, other] of [
      [this.#earlier(this.#lists.base, base), head],
      [this.#earlier(this.#lists.head, head), base],
    ] as const) {
      for (const entry of entries) {
        if (!this.#relations.disjoint(entry.actions, other.actions)) {
          passed.set(`${entry.actions.id} ${entry.conditions}`, entry);
        }
      }
    }
    return { space: this.#space, base, head, passed: [...passed.values()], effects };
  }

  /** Entries before `entry` that match some of the same actions. */
  #earlier(list: readonly Entry[], entry: Entry): readonly Entry[] {
    const known =
      this.#earlierOf.get(entry) ??
      list
        .slice(0, list.indexOf(entry))
        .filter((one) => !this.#relations.disjoint(one.actions, entry.actions));
    this.#earlierOf.set(entry, known);
    return known;
  }
}
