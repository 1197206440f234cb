import { languageDigest } from "../automaton/language-digest.ts";
import type { Conjunction } from "./conjunction.ts";
import type { DecisionSpace } from "./decision-space.ts";
import type { Entry } from "./entry.ts";
import { atomOf, isPositive } from "./literal.ts";

/** Names atoms, conjunctions and entries by what they mean, so that they can be compared between spaces. */
export class AtomNames {
  readonly #space: DecisionSpace;
  readonly #names = new Map<number, string>();
  readonly #entries = new Map<Entry, string>();

  constructor(space: DecisionSpace) {
    this.#space = space;
  }

  /** The argument's path and its pattern's language; where no automaton stands for the pattern, its text. */
  ofAtom(atom: number): string {
    const name = this.#names.get(atom) ?? this.#name(atom);
    this.#names.set(atom, name);
    return name;
  }

  /** What an entry applies to: its actions' language and its conditions. */
  ofEntry(entry: Entry): string {
    const { actions, conditions } = entry;
    const name =
      this.#entries.get(entry) ??
      JSON.stringify([
        languageDigest(actions.acceptor.dfa, actions.state),
        this.ofConjunction(conditions),
      ]);
    this.#entries.set(entry, name);
    return name;
  }

  /** Its literals' names, sorted. */
  ofConjunction(conjunction: Conjunction): readonly string[] {
    return this.#space.conjunctions
      .literals(conjunction)
      .map((one) => `${isPositive(one) ? "" : "not "}${this.ofAtom(atomOf(one))}`)
      .sort();
  }

  #name(number: number): string {
    const atom = this.#space.atoms[number];
    const language = this.#space.theory.languageOf(number);
    const meaning =
      language?.kind === "regular"
        ? `language ${languageDigest(language.dfa, 0)}`
        : `text ${JSON.stringify(atom?.pattern.text)}`;
    return atom?.kind === "argument"
      ? `argument ${atom.arg} ${meaning}`
      : `${atom?.layer} ${meaning}`;
  }
}
