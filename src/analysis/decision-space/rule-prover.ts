import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { certain } from "../automaton/certain.ts";
import { type Budget, spaceLimits } from "../diff/budget.ts";
import { CallSearch } from "./call-search.ts";
import { callTarget } from "./call-target.ts";
import { unconditional } from "./conjunction.ts";
import { type ConnectorSpace, DecisionSpace } from "./decision-space.ts";
import type { Entry } from "./entry.ts";
import { isDecidedBy, type RiskyCall, replay } from "./replay.ts";
import { effectChanges } from "./risk-effect.ts";

/** Why a rule decides no call at all. */
export type NeverBecause =
  /** Its expression does not compile. */
  | "dead-pattern"
  /** No arguments satisfy all of its conditions. */
  | "contradictory-conditions"
  /** It matches no path of a connector that is there. */
  | "no-path"
  /** Earlier rules decide every call that it applies to. */
  | "shadowed";

/** A call that a rule decides, that there is none, or why neither is known. */
export type RuleProof =
  | { readonly kind: "decides"; readonly call: Call }
  | {
      readonly kind: "never";
      readonly because: NeverBecause;
      /** Rules that together leave it nothing, none of them superfluous; empty unless `shadowed`. */
      readonly blockers: readonly Rule[];
    }
  | { readonly kind: "unknown"; readonly because: string };

/** Whether a call would be decided otherwise without a rule. */
export type RuleNeed =
  | { readonly kind: "needed" }
  | { readonly kind: "redundant" }
  /** The rule decides nothing at all. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "unknown"; readonly because: string };

/** Where a rule stands among the entries that can decide a connector's calls. */
interface RulePlace {
  readonly space: ConnectorSpace;
  readonly entry: Entry;
  readonly earlier: readonly Entry[];
  readonly later: readonly Entry[];
}

/** Proves what the rules of one policy can do. Every method may throw `BudgetSpent`. */
export class RuleProver {
  readonly #search: CallSearch;
  readonly #policy: Policy;
  readonly #space: DecisionSpace;
  readonly #spaces: readonly ConnectorSpace[];

  constructor(policy: Policy, budget: Budget) {
    this.#policy = policy;
    this.#space = new DecisionSpace([policy], spaceLimits(budget), budget.actionCharacters);
    this.#search = new CallSearch(this.#space);
    this.#spaces = this.#space.connectors.map((connector) => this.#space.connector(connector));
  }

  /** Every list in which the rule has an entry. */
  #places(rule: Rule): readonly RulePlace[] {
    return this.#spaces.flatMap((space) => {
      const [list = []] = space.lists;
      const at = list.findIndex((entry) => entry.rule === rule);
      const entry = list[at];
      return entry === undefined
        ? []
        : [{ space, entry, earlier: list.slice(0, at), later: list.slice(at + 1) }];
    });
  }

  /** Whether the rule decides a call, one of the rules of the policy. */
  prove(rule: Rule): RuleProof {
    const meaning = this.#space.meanings.of(rule);
    if (meaning.kind === "never") {
      return { ...meaning, blockers: [] };
    }
    const places = this.#places(rule);
    let unknown: RuleProof | undefined;
    for (const place of places) {
      const proof = this.#atPlace(place);
      if (proof.kind === "decides") {
        return proof;
      }
      unknown = proof.kind === "unknown" ? proof : unknown;
    }
    return unknown ?? this.#never(places);
  }

  /** Whether taking the rule out, one of the rules of the policy, would change a decision. */
  need(rule: Rule): RuleNeed {
    const proof = this.prove(rule);
    if (proof.kind !== "decides") {
      return proof.kind === "never" ? { kind: "unreachable" } : proof;
    }
    let unknown: RuleNeed | undefined;
    for (const place of this.#places(rule)) {
      const need = this.#needAt(place);
      if (need.kind === "needed") {
        return need;
      }
      unknown = need.kind === "unknown" ? need : unknown;
    }
    return unknown ?? { kind: "redundant" };
  }

  /** Whether `blockers` alone, some of the rules before it, would leave the rule nothing to decide. */
  isLeftNothing(rule: Rule, blockers: ReadonlySet<Rule>): boolean {
    return this.#isBlocked(this.#places(rule), blockers);
  }

  /** Looks for a call that the rule decides and that a later entry would decide otherwise. */
  #needAt({ space, entry, earlier, later }: RulePlace): RuleNeed {
    const passing = [...earlier];
    let unknown: RuleNeed | undefined;
    for (const next of later) {
      if (this.#space.relations.disjoint(entry.actions, next.actions)) {
        continue;
      }
      if (effectChanges(entry.effect, next.effect).length > 0) {
        const query = { possible: [space.possible], applying: [entry, next], passing };
        const answer = this.#search.find(query);
        if (answer.kind === "call") {
          return { kind: "needed" };
        }
        unknown =
          answer.kind === "unknown" ? { kind: "unknown", because: answer.because } : unknown;
      }
      passing.push(next);
      if (
        next.conditions === unconditional &&
        this.#space.relations.included(entry.actions, next.actions)
      ) {
        break;
      }
    }
    return unknown ?? { kind: "redundant" };
  }

  #atPlace({ space, entry, earlier }: RulePlace): RuleProof | { readonly kind: "no-call" } {
    const { possible, connector } = space;
    const answer = this.#search.find({ possible: [possible], applying: [entry], passing: earlier });
    if (answer.kind === "none") {
      return { kind: "no-call" };
    }
    const args = answer.assignment && this.#space.theory.witness(answer.assignment);
    const call: RiskyCall | undefined =
      args === undefined || answer.action === undefined
        ? undefined
        : { ...callTarget(connector, answer.action), args, risk: "write" };
    if (answer.kind === "call") {
      const proved = certain(call);
      replay(this.#policy, proved, entry);
      return { kind: "decides", call: proved };
    }
    return call !== undefined && isDecidedBy(this.#policy, call, entry)
      ? { kind: "decides", call }
      : { kind: "unknown", because: answer.because };
  }

  #never(places: readonly RulePlace[]): RuleProof {
    if (this.#isBlocked(places, new Set())) {
      return { kind: "never", because: "no-path", blockers: [] };
    }
    const candidates = new Set(
      places.flatMap((place) => place.earlier.map((entry) => certain(entry.rule))),
    );
    const alone = [...candidates].find((rule) => this.#isBlocked(places, new Set([rule])));
    const blockers = alone === undefined ? this.#minimal(places, candidates) : [alone];
    return { kind: "never", because: "shadowed", blockers };
  }

  #minimal(places: readonly RulePlace[], candidates: ReadonlySet<Rule>): readonly Rule[] {
    const blockers = new Set(candidates);
    for (const rule of [...candidates].reverse()) {
      blockers.delete(rule);
      if (!this.#isBlocked(places, blockers)) {
        blockers.add(rule);
      }
    }
    return [...candidates].filter((rule) => blockers.has(rule));
  }

  /** Whether the rule would decide nothing if of the earlier rules only `blockers` were there. */
  #isBlocked(places: readonly RulePlace[], blockers: ReadonlySet<Rule>): boolean {
    return places.every(({ space, entry, earlier }) => {
      const passing = earlier.filter(({ rule }) => rule !== undefined && blockers.has(rule));
      return (
        this.#search.find({ possible: [space.possible], applying: [entry], passing }).kind ===
        "none"
      );
    });
  }
}
