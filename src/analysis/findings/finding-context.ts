import type { Call } from "../../policy/call.ts";
import type { Condition } from "../../policy/condition.ts";
import { complement } from "../../policy/pattern/character-set.ts";
import { lineTerminators } from "../../policy/pattern/line-terminators.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { certain } from "../automaton/certain.ts";
import { maxUnit } from "../automaton/dfa.ts";
import type { Actions, Catalogue } from "../catalogue/catalogue.ts";
import { platformCatalogue } from "../catalogue/platform-catalogue.ts";
import { CallSearch } from "../decision-space/call-search.ts";
import { callTarget } from "../decision-space/call-target.ts";
import { unconditional } from "../decision-space/conjunction.ts";
import { type ConnectorSpace, DecisionSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import { type PlacedRule, placedRules } from "../decision-space/placed-rules.ts";
import { type RuleNeed, type RuleProof, RuleProver } from "../decision-space/rule-prover.ts";
import type { SpaceLimits } from "../decision-space/space-limits.ts";
import { withinBudget } from "../decision-space/within-budget.ts";
import { type Budget, spaceLimits } from "../diff/budget.ts";
import { switchedOn } from "./switched-on.ts";

/** The entries that can decide one connector's calls, in order. */
export interface Layers {
  readonly space: ConnectorSpace;
  readonly entries: readonly Entry[];
}

/** Calls of one connector to which all of `applying` apply and none of `passing`. */
export interface Wanted {
  readonly space: ConnectorSpace;
  readonly applying: readonly Entry[];
  readonly passing: readonly Entry[];
}

/** Names of actions hold no line break, so rules that only such names reach are of no use to anybody. */
const actionCharacters = complement(lineTerminators, maxUnit);

/** A policy, and what can be proved about it; answers are remembered. Making one may throw `BudgetSpent`. */
export class FindingContext {
  /** Every connector is on: see `switchedOn`. */
  readonly policy: Policy;
  readonly rules: readonly PlacedRule[];
  readonly limits: SpaceLimits;
  readonly #catalogue: Catalogue;
  readonly #space: DecisionSpace;
  readonly #search: CallSearch;
  readonly #prover: RuleProver;
  readonly #layers: readonly Layers[];
  readonly #placed: ReadonlyMap<Rule, PlacedRule>;
  readonly #proofs = new Map<Rule, RuleProof>();

  constructor(policy: Policy, catalogue: Catalogue, budget: Budget) {
    const full = { actionCharacters, ...budget };
    this.policy = switchedOn(policy);
    this.rules = placedRules(this.policy);
    this.limits = spaceLimits(full);
    this.#catalogue = catalogue;
    this.#prover = new RuleProver(this.policy, full);
    this.#space = new DecisionSpace([this.policy], this.limits, full.actionCharacters);
    this.#search = new CallSearch(this.#space);
    this.#layers = this.#space.connectors.map((connector) => {
      const space = this.#space.connector(connector);
      return { space, entries: space.lists.flat() };
    });
    this.#placed = new Map(this.rules.map((placed) => [placed.rule, placed]));
  }

  /** The decision lists, one for each connector that the policy can tell apart. */
  get layers(): readonly Layers[] {
    return this.#layers;
  }

  /** A rule of the policy with its reference. */
  placed(rule: Rule): PlacedRule {
    return certain(this.#placed.get(rule));
  }

  /** Whether the rule decides a call; unknown also where the budget ends. */
  proof(rule: Rule): RuleProof {
    const proof = this.#proofs.get(rule) ?? withinBudget(() => this.#prover.prove(rule));
    this.#proofs.set(rule, proof);
    return proof;
  }

  /** Whether anything would be decided otherwise without the rule. */
  need(rule: Rule): RuleNeed {
    return withinBudget(() => this.#prover.need(rule));
  }

  /**
   * Conditions of the rule that hold wherever its others do, so that all of them can be taken out together; of those that
   * stand in for each other, the later ones. None for a rule that never applies.
   */
  idleConditions(rule: Rule): readonly Condition[] {
    const { meanings, conjunctions, search } = this.#space;
    if (meanings.of(rule).kind === "never") return [];
    const literals = [...meanings.literals(rule)];
    const before = literals.length - rule.conditions.length;
    const idle: Condition[] = [];
    for (const [index, condition] of [...rule.conditions.entries()].reverse()) {
      const [one] = literals.splice(before + index, 1);
      const [rest, alone] = [literals, [certain(one)]].map((all) =>
        certain(conjunctions.number(all)),
      );
      if (search.isImplied([certain(rest)], certain(alone))) idle.unshift(condition);
      else literals.splice(before + index, 0, certain(one));
    }
    return idle;
  }

  /** Whether the rules of `blockers`, all before it, would leave the rule nothing to decide. */
  isLeftNothing(rule: Rule, blockers: readonly Rule[]): boolean {
    return this.#prover.isLeftNothing(rule, new Set(blockers));
  }

  /** Whether the entry applies to every call of its connector. */
  isCatchAll({ conditions, actions }: Entry, { possible }: ConnectorSpace): boolean {
    return conditions === unconditional && this.#space.relations.included(possible, actions);
  }

  /** Whether there is certainly no such call. */
  isImpossible({ space, applying, passing }: Wanted): boolean {
    return this.#search.find({ possible: [space.possible], applying, passing }).kind === "none";
  }

  /** Such a call that reads well, without a risk; undefined when there is none or none is known. */
  call({ space, applying, passing }: Wanted): Call | undefined {
    const styles = [...this.#space.readable(space.connector).map((one) => [one]), []];
    for (const style of styles) {
      const possible = [space.possible, ...style];
      const answer = this.#search.find({ possible, applying, passing });
      if (answer.kind === "call") {
        const args = this.#space.theory.witness(answer.assignment);
        return args && { ...callTarget(space.connector, answer.action), args };
      }
    }
    return undefined;
  }

  /** The actions of a connector where they are known: from the catalogue, else the platform's own. */
  actions(connector: string): Actions | undefined {
    return this.#catalogue.get(connector) ?? platformCatalogue.get(connector);
  }
}
