import { BudgetSpent } from "../automaton/meter.ts";

/** That something is not known, and why, in words. */
export interface Unknown {
  readonly kind: "unknown";
  readonly because: string;
}

/** What `compute` gives; unknown when the budget is spent before it is done. */
export function withinBudget<T>(compute: () => T): T | Unknown {
  try {
    return compute();
  } catch (error) {
    if (error instanceof BudgetSpent) {
      return { kind: "unknown", because: error.message };
    }
    throw error;
  }
}
