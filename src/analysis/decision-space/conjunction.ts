import { certain } from "../automaton/certain.ts";
import { type Literal, opposite } from "./literal.ts";

/** A set of literals that must all hold, as a number; 0 is the empty set, which always holds. */
export type Conjunction = number;

/** The conjunction that always holds. */
export const unconditional: Conjunction = 0;

/** Numbers conjunctions, equal sets of literals alike. */
export class ConjunctionTable {
  readonly #literals: (readonly Literal[])[] = [[]];
  readonly #numbers = new Map<string, Conjunction>([["", unconditional]]);

  /** The conjunction of the literals, or undefined when two of them contradict each other. */
  number(literals: Iterable<Literal>): Conjunction | undefined {
    const set = new Set(literals);
    if ([...set].some((one) => set.has(opposite(one)))) {
      return undefined;
    }
    const sorted = [...set].sort((one, other) => one - other);
    const key = sorted.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      return known;
    }
    const made = this.#literals.push(sorted) - 1;
    this.#numbers.set(key, made);
    return made;
  }

  /** Its literals, ascending. */
  literals(conjunction: Conjunction): readonly Literal[] {
    return certain(this.#literals[conjunction]);
  }

  /** Whether `one` holds wherever `other` does because its literals are among the other's. */
  isWeaker(one: Conjunction, other: Conjunction): boolean {
    const literals = this.literals(other);
    return one === other || this.literals(one).every((wanted) => literals.includes(wanted));
  }
}
