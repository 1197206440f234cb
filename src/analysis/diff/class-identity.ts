import { sha256 } from "../automaton/language-digest.ts";
import type { AtomNames } from "../decision-space/atom-names.ts";
import { unconditional } from "../decision-space/conjunction.ts";
import type { DecisionSpace } from "../decision-space/decision-space.ts";
import type { EffectChange } from "../decision-space/risk-effect.ts";
import { withinBudget } from "../decision-space/within-budget.ts";
import type { DecisionClass } from "./decision-class.ts";

/**
 * The identity of a class, made of the rules that bound it: it says which calls the class has, so two classes with equal
 * identities are the same. The same calls bounded by other rules have another identity. Always has an answer: where the
 * budget is spent, a rule counts of which it is not known whether it bounds the class.
 */
export function classIdentity(
  space: DecisionSpace,
  names: AtomNames,
  { space: { connector }, base, head, passed }: DecisionClass,
  effects: readonly EffectChange[],
): string {
  const holding = [base.conditions, head.conditions];
  const relevant = passed.filter(
    ({ conditions }) =>
      conditions === unconditional ||
      withinBudget(() => space.search.find({ holding: [...holding, conditions], failing: [] }))
        .kind !== "none",
  );
  return sha256(
    JSON.stringify({
      kind: "class",
      connector,
      effects,
      applying: asSet([base, head].map((entry) => names.ofEntry(entry))),
      passed: asSet(relevant.map((entry) => names.ofEntry(entry))),
    }),
  );
}

/** Sorted and without repetition. */
function asSet(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}
