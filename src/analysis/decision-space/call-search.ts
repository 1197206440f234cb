import { type Instance, instanceAccepts, isUniversalInstance } from "../automaton/instance.ts";
import { findWord, type WordAnswer } from "../automaton/word-search.ts";
import type { ArgumentAnswer } from "./argument-search.ts";
import type { Assignment } from "./argument-theory.ts";
import { type Conjunction, unconditional } from "./conjunction.ts";
import type { DecisionSpace } from "./decision-space.ts";
import type { Entry } from "./entry.ts";

/** Calls to which all of `applying` apply and none of `passing`, with an action that all of `possible` accept. */
export interface CallQuery {
  readonly possible: readonly Instance[];
  readonly applying: readonly Entry[];
  readonly passing: readonly Entry[];
  /** Actions that are tried before any other is looked for. */
  readonly expected?: Iterable<string>;
}

/** An action and what its arguments must be; that there is none; or why neither is known, with what was tried. */
export type CallAnswer =
  | {
      readonly kind: "call";
      readonly action: string;
      readonly assignment: Assignment;
      /** Whether it is the first of the expected actions that calls can have. */
      readonly isExpected: boolean;
    }
  | { readonly kind: "none" }
  | {
      readonly kind: "unknown";
      readonly because: string;
      readonly action?: string;
      readonly assignment?: Assignment;
    };

const none: CallAnswer = { kind: "none" };

/** Searches calls. Words that were found are remembered. */
export class CallSearch {
  readonly #space: DecisionSpace;
  readonly #words = new Map<string, WordAnswer>();

  constructor(space: DecisionSpace) {
    this.#space = space;
  }

  /** A call of the query, or proof that there is none. */
  find(query: CallQuery): CallAnswer {
    const required = [...query.possible, ...query.applying.map((entry) => entry.actions)];
    const holding = query.applying.map((entry) => entry.conditions);
    if (this.#space.search.find({ holding, failing: [] }).kind === "none") {
      return none;
    }
    const always: Entry[] = [];
    const sometimes: Entry[] = [];
    for (const entry of query.passing) {
      if (required.some((one) => this.#space.relations.disjoint(one, entry.actions))) {
        continue;
      }
      const applies = this.#isImplied(holding, entry.conditions);
      if (applies && required.some((one) => this.#space.relations.included(one, entry.actions))) {
        return none;
      }
      (applies ? always : sometimes).push(entry);
    }
    const splitting = new Splitting(this.#space, this.#words, { required, holding, sometimes });
    const avoided = new Set(always.map((entry) => entry.actions));
    return splitting.expected(query.expected ?? [], avoided) ?? splitting.run(avoided);
  }

  #isImplied(holding: readonly Conjunction[], conditions: Conjunction): boolean {
    return conditions === unconditional || this.#space.search.isImplied(holding, conditions);
  }
}

interface Split {
  readonly required: readonly Instance[];
  readonly holding: readonly Conjunction[];
  /** Entries that apply to some of the arguments in question only. */
  readonly sometimes: readonly Entry[];
}

/**
 * Splits the question by which entries are avoided through the action. A word that is caught by entries whose conditions
 * cannot all fail at once shows a set of entries of which any call must avoid at least one through its action.
 */
class Splitting {
  readonly #space: DecisionSpace;
  readonly #words: Map<string, WordAnswer>;
  readonly #split: Split;
  readonly #tried = new Set<string>();
  #unknown: CallAnswer | undefined;

  constructor(space: DecisionSpace, words: Map<string, WordAnswer>, split: Split) {
    this.#space = space;
    this.#words = words;
    this.#split = split;
  }

  run(avoided: ReadonlySet<Instance>): CallAnswer {
    return this.#avoiding(avoided) ?? this.#unknown ?? none;
  }

  /** A call with the first of the actions that allows one, if any does. */
  expected(actions: Iterable<string>, avoided: ReadonlySet<Instance>): CallAnswer | undefined {
    for (const action of actions) {
      const isPossible =
        this.#split.required.every((one) => instanceAccepts(one, action)) &&
        [...avoided].every((one) => !instanceAccepts(one, action));
      const answer = isPossible ? this.#failing(this.#caught(action, avoided)) : none;
      if (answer.kind === "assignment") {
        return { kind: "call", action, assignment: answer.assignment, isExpected: true };
      }
    }
    return undefined;
  }

  /** Entries that the action does not avoid, of those that may apply. */
  #caught(action: string, avoided: ReadonlySet<Instance>): readonly Entry[] {
    return this.#split.sometimes.filter(
      ({ actions }) => !avoided.has(actions) && instanceAccepts(actions, action),
    );
  }

  #avoiding(avoided: ReadonlySet<Instance>): CallAnswer | undefined {
    const key = idsOf(avoided);
    if (this.#tried.has(key)) {
      return undefined;
    }
    this.#tried.add(key);
    const { branches } = this.#space.limits;
    if (this.#tried.size > branches) {
      this.#unknown ??= { kind: "unknown", because: `more than ${branches} combinations of rules` };
      return undefined;
    }
    const found = this.#word(avoided);
    if (found.kind === "none") {
      return undefined;
    }
    if (found.kind === "limit") {
      const because = `more than ${this.#space.limits.actionStates} states`;
      this.#unknown ??= { kind: "unknown", because };
      return undefined;
    }
    return this.#withAction(found.word, avoided);
  }

  #withAction(action: string, avoided: ReadonlySet<Instance>): CallAnswer | undefined {
    const caught = this.#caught(action, avoided);
    const answer = this.#failing(caught);
    if (answer.kind === "assignment") {
      return { kind: "call", action, assignment: answer.assignment, isExpected: false };
    }
    if (answer.kind === "unknown") {
      this.#unknown ??= { ...answer, action };
    }
    for (const entry of answer.kind === "none" ? this.#core(caught) : caught) {
      if (!isUniversalInstance(entry.actions)) {
        const deeper = this.#avoiding(new Set([...avoided, entry.actions]));
        if (deeper !== undefined) {
          return deeper;
        }
      }
    }
    return undefined;
  }

  #failing(entries: readonly Entry[]): ArgumentAnswer {
    return this.#space.search.find({
      holding: this.#split.holding,
      failing: entries.map((entry) => entry.conditions),
    });
  }

  /** A smallest part of the entries whose conditions still cannot all fail. */
  #core(entries: readonly Entry[]): readonly Entry[] {
    let core = entries;
    for (const entry of entries) {
      const fewer = core.filter((one) => one !== entry);
      if (core.length > 1 && this.#failing(fewer).kind === "none") {
        core = fewer;
      }
    }
    return core;
  }

  /** A word outside `avoided`. Only those that catch a word that was found are really avoided in the search. */
  #word(avoided: ReadonlySet<Instance>): WordAnswer {
    const active = new Set<Instance>();
    for (;;) {
      const found = this.#find(active);
      if (found.kind !== "word") {
        return found;
      }
      const catching = [...avoided].find(
        (one) => !active.has(one) && instanceAccepts(one, found.word),
      );
      if (catching === undefined) {
        return found;
      }
      active.add(catching);
    }
  }

  #find(avoided: ReadonlySet<Instance>): WordAnswer {
    const { required } = this.#split;
    const key = `${idsOf(required)} ${idsOf(avoided)}`;
    const { actionStates: states, meter } = this.#space.limits;
    const known =
      this.#words.get(key) ?? findWord({ required, avoided: [...avoided] }, { states, meter });
    this.#words.set(key, known);
    return known;
  }
}

function idsOf(instances: Iterable<Instance>): string {
  return [...instances]
    .map((one) => one.id)
    .sort((one, other) => one - other)
    .join();
}
