import type { Rule } from "../../policy/rule.ts";
import { certain } from "../automaton/certain.ts";
import type { ActionLanguages } from "./action-languages.ts";
import type { ArgumentSearch } from "./argument-search.ts";
import type { AtomTable } from "./atom.ts";
import type { Conjunction, ConjunctionTable } from "./conjunction.ts";
import { type Literal, literal } from "./literal.ts";

/** What a rule asks of a call's arguments, or that it applies to no call whatever. */
export type RuleMeaning =
  | { readonly kind: "applies"; readonly conditions: Conjunction }
  | { readonly kind: "never"; readonly because: "dead-pattern" | "contradictory-conditions" };

/**
 * The literals that must hold for a rule to apply to a call whose path its automaton matches. A pattern that no automaton
 * stands for is one of them.
 */
export function ruleLiterals(rule: Rule, table: AtomTable, languages: ActionLanguages): Literal[] {
  const conditions = rule.conditions.map(({ arg, match, negate }) =>
    literal(table.number({ kind: "argument", arg, pattern: match }), negate),
  );
  return languages.languageOf(rule.match).kind === "regular"
    ? conditions
    : [
        literal(table.number({ kind: "path", layer: rule.layer, pattern: rule.match }), false),
        ...conditions,
      ];
}

/** Says what rules mean; remembers it. */
export class RuleMeanings {
  readonly #literals: ReadonlyMap<Rule, readonly Literal[]>;
  readonly #conjunctions: ConjunctionTable;
  readonly #search: ArgumentSearch;
  readonly #known = new Map<Rule, RuleMeaning>();

  constructor(
    literals: ReadonlyMap<Rule, readonly Literal[]>,
    conjunctions: ConjunctionTable,
    search: ArgumentSearch,
  ) {
    this.#literals = literals;
    this.#conjunctions = conjunctions;
    this.#search = search;
  }

  /** What must hold for the rule to apply: its own pattern, where no automaton stands for it, then each condition in order. */
  literals(rule: Rule): readonly Literal[] {
    return certain(this.#literals.get(rule));
  }

  of(rule: Rule): RuleMeaning {
    const known = this.#known.get(rule) ?? this.#meaning(rule);
    this.#known.set(rule, known);
    return known;
  }

  #meaning(rule: Rule): RuleMeaning {
    if (rule.match.kind === "dead") {
      return { kind: "never", because: "dead-pattern" };
    }
    const conditions = this.#conjunctions.number(this.literals(rule));
    return conditions === undefined ||
      this.#search.find({ holding: [conditions], failing: [] }).kind === "none"
      ? { kind: "never", because: "contradictory-conditions" }
      : { kind: "applies", conditions };
  }
}
