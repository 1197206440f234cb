import type { Policy } from "../../policy/policy.ts";
import { CallSearch } from "../decision-space/call-search.ts";
import { DecisionSpace } from "../decision-space/decision-space.ts";
import { type Budget, defaultBudget, spaceLimits } from "./budget.ts";

/** Two policies and what it takes to compare them. */
export interface Comparison {
  readonly base: Policy;
  readonly head: Policy;
  readonly space: DecisionSpace;
  readonly search: CallSearch;
  readonly budget: Required<
    Pick<Budget, "pairs" | "listedChanges" | "identityStates" | "identitySteps">
  >;
}

/** Makes ready to compare. */
export function comparison(base: Policy, head: Policy, budget: Budget): Comparison {
  const space = new DecisionSpace([base, head], spaceLimits(budget), budget.actionCharacters);
  return {
    base,
    head,
    space,
    search: new CallSearch(space),
    budget: { ...defaultBudget, ...budget },
  };
}
