import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { type PatternMatch, patternMatch } from "../../policy/pattern/pattern-match.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { Acceptor } from "../automaton/acceptor.ts";
import { type Alphabet, sharedAlphabet } from "../automaton/alphabet.ts";
import { certain } from "../automaton/certain.ts";
import { acceptsAll, type Dfa } from "../automaton/dfa.ts";
import { type ActionDfas, policyDfas } from "./action-dfas.ts";

/** What is left to read of all patterns at once: for each pattern that can still match its part, then the state of its automaton. */
type Combined = readonly number[];

/** Names that the same rules match. */
export interface NameClass {
  /** Counted from 0. */
  readonly number: number;
  /** Whether a rule's `match` matches these names. */
  matchOf(rule: Rule): PatternMatch;
  /** The project rules of one of the policies, in order, without most that do not match. */
  among(rules: readonly Rule[]): readonly Rule[];
}

/** The names of one connector. */
export interface ConnectorNames {
  readonly connector: string;
  /** What is left to read when an action begins. */
  readonly parts: Combined;
  /** Rules for whose patterns no automaton stands. */
  readonly opaque: readonly Rule[];
  /** The state in which an action begins, as long as these states are kept. */
  start: number;
  era: number;
}

/** A state is worth its making when so many characters are read for it. */
const charactersForState = 4;

/** States are numbered in 16 bits. */
const highestState = 0xffff;

/** Classes are few; where they are not, nothing is gained. */
const mostClasses = 20_000;

/**
 * Puts names into classes: names of one connector in the same class are matched by the same rules of both policies. One
 * automaton reads all patterns at once; its states are made as names need them, and thrown away when they are too many.
 */
export class NameClasses {
  readonly #policies: readonly Policy[];
  readonly #acceptors: readonly Acceptor[];
  readonly #partOf: ReadonlyMap<Pattern, number>;
  /** The project rules of each policy by the part that reads their pattern. */
  readonly #projectRules = new Map<readonly Rule[], ReadonlyMap<number, readonly Rule[]>>();
  readonly #alphabet: Alphabet;
  readonly #ascii: Uint16Array;
  readonly #mostStates: number;
  readonly #classes = new Map<string, NameClass>();
  /** The states by a number that is made of their parts. */
  #byHash = new Map<number, number[]>();
  #states: Combined[] = [];
  /** The class of the names that end in a state; none: not known yet. */
  #classAt: (NameClass | undefined)[] = [];
  /** Counts how often all states were thrown away. */
  #era = 0;
  /** Where a state goes over a symbol, a row of symbols for each state; 0: not known yet. Small, so that a processor keeps it near. */
  #next = new Uint16Array();
  #charactersRead = 0;
  #hasGivenUp = false;

  /** `cells`: states times symbols; `dfaOf`: the automata of the policies' patterns. */
  constructor(
    policies: readonly Policy[],
    cells: number,
    dfaOf: ActionDfas = policyDfas(policies),
  ) {
    this.#policies = policies;
    const dfas = [...new Set<Dfa>([acceptsAll, ...dfaOf.values()])];
    const indexes = new Map(dfas.map((dfa, index) => [dfa, index]));
    this.#alphabet = sharedAlphabet(dfas);
    this.#acceptors = dfas.map((dfa) => new Acceptor(this.#alphabet, dfa));
    this.#partOf = new Map(
      [...dfaOf].map(([pattern, dfa]) => [pattern, certain(indexes.get(dfa))]),
    );
    this.#ascii = Uint16Array.from({ length: 0x80 }, (_, unit) => this.#alphabet.symbolOf(unit));
    this.#mostStates = Math.max(16, Math.floor(cells / this.#alphabet.size));
    for (const { rules } of policies) this.#projectRules.set(rules, this.#byPart(rules));
    this.#forget();
  }

  /** The class of a name; undefined when the names have too little in common. */
  classOf(names: ConnectorNames, action: string): NameClass | undefined {
    if (this.#hasGivenUp) return undefined;
    const count = this.#states.length;
    // A name makes no more states than it has characters, and one to begin with.
    if (count > this.#mostStates || count + action.length > highestState) this.#makeRoom();
    if (names.era !== this.#era) {
      names.start = this.#numberOf(names.parts);
      names.era = this.#era;
    }
    const { connector, opaque } = names;
    const state = this.#read(names.start, action);
    if (opaque.length === 0) {
      const known = this.#classAt[state] ?? this.#class(this.#accepted(state), new Map());
      this.#classAt[state] = known;
      return known;
    }
    const matches = opaque.map(({ match, layer }) => {
      const text = layer === "project" ? `${connector}.${action}` : action;
      return [match, matchPattern(match, text)] as const;
    });
    return this.#class(this.#accepted(state), new Map(matches), connector);
  }

  #read(start: number, text: string): number {
    const ascii = this.#ascii;
    const alphabet = this.#alphabet;
    const width = alphabet.size;
    let at = start;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const symbol = unit < 0x80 ? certain(ascii[unit]) : alphabet.symbolOf(unit);
      at = certain(this.#next[at * width + symbol]) || this.#made(at, symbol);
    }
    this.#charactersRead += text.length;
    return at;
  }

  #made(from: number, symbol: number): number {
    const read = certain(this.#states[from]);
    const parts: number[] = [];
    for (let index = 0; index < read.length; index += 2) {
      const part = certain(read[index]);
      const acceptor = certain(this.#acceptors[part >> 1]);
      const state = acceptor.step(certain(read[index + 1]), symbol);
      if (!acceptor.isDead(state)) parts.push(part, state);
    }
    const number = this.#numberOf(parts);
    this.#next[from * this.#alphabet.size + symbol] = number;
    return number;
  }

  #numberOf(parts: Combined): number {
    const hash = hashOf(parts);
    const alike = this.#byHash.get(hash) ?? [];
    const known = alike.find((state) => isSame(certain(this.#states[state]), parts));
    if (known !== undefined) return known;
    const number = this.#states.push(parts) - 1;
    alike.push(number);
    this.#byHash.set(hash, alike);
    if ((number + 1) * this.#alphabet.size > this.#next.length) {
      const larger = new Uint16Array(this.#next.length * 2);
      larger.set(this.#next);
      this.#next = larger;
    }
    return number;
  }

  #accepted(state: number): readonly number[] {
    const parts = certain(this.#states[state]);
    return parts.filter(
      (part, index) =>
        index % 2 === 0 && certain(this.#acceptors[part >> 1]).accepts(certain(parts[index + 1])),
    );
  }

  /** `opaque`: how the patterns match that no automaton stands for, and whose names they are. */
  #class(
    accepted: readonly number[],
    opaque: ReadonlyMap<Pattern, PatternMatch>,
    connector = "",
  ): NameClass {
    const key = `${accepted.join()} ${connector} ${[...opaque.values()].join()}`;
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    const parts = new Set(accepted);
    const made: NameClass = {
      number: this.#classes.size,
      among: (rules) => {
        const byPart = certain(this.#projectRules.get(rules));
        return [opaquePart, ...accepted]
          .flatMap((part) => byPart.get(part) ?? [])
          .sort((one, other) => one.index - other.index);
      },
      matchOf: (rule) => {
        const index = this.#partOf.get(rule.match);
        return index === undefined
          ? certain(opaque.get(rule.match))
          : patternMatch(parts.has(partNumber(index, rule)));
      },
    };
    this.#classes.set(key, made);
    this.#hasGivenUp ||= this.#classes.size >= mostClasses;
    return made;
  }

  #byPart(rules: readonly Rule[]): ReadonlyMap<number, readonly Rule[]> {
    const byPart = new Map<number, Rule[]>();
    for (const rule of rules) {
      const index = this.#partOf.get(rule.match);
      const part = index === undefined ? opaquePart : partNumber(index, rule);
      const known = byPart.get(part) ?? [];
      known.push(rule);
      byPart.set(part, known);
    }
    return byPart;
  }

  /** The names of a connector, whose classes can be asked for. */
  namesOf(connector: string): ConnectorNames {
    const parts = new Map<number, number>();
    const opaque: Rule[] = [];
    for (const { rules, connectors } of this.#policies) {
      for (const rule of [...rules, ...(connectors?.get(connector)?.rules ?? [])]) {
        const { layer, match } = rule;
        const index = this.#partOf.get(match);
        if (index === undefined) {
          opaque.push(rule);
          continue;
        }
        // A connector's rules read the action alone.
        const acceptor = certain(this.#acceptors[index]);
        const state = layer === "project" ? acceptor.run(0, `${connector}.`) : 0;
        if (!acceptor.isDead(state)) parts.set(partNumber(index, rule), state);
      }
    }
    const sorted = [...parts].sort(([one], [other]) => one - other);
    return { connector, parts: sorted.flat(), opaque, start: 0, era: 0 };
  }

  #makeRoom(): void {
    this.#hasGivenUp = this.#charactersRead < this.#states.length * charactersForState;
    this.#forget();
  }

  #forget(): void {
    // No transition leads to the first state, so 0 can stand for a transition that is not known.
    this.#states = [[]];
    this.#classAt = [];
    this.#next = new Uint16Array(this.#alphabet.size * 64);
    this.#byHash = new Map();
    this.#era += 1;
    this.#charactersRead = 0;
  }
}

function hashOf(numbers: Combined): number {
  let hash = 0;
  for (const number of numbers) hash = (Math.imul(hash, 31) + number) | 0;
  return hash;
}

function isSame(one: Combined, other: Combined): boolean {
  return one.length === other.length && one.every((number, index) => number === other[index]);
}

/** Stands for all patterns that no automaton stands for. */
const opaquePart = -1;

/** The same pattern reads the whole path for the project, the action alone for a connector. */
function partNumber(index: number, { layer }: Rule): number {
  return index * 2 + Number(layer === "project");
}
