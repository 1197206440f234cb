import type { Outcome } from "./outcome.ts";
import { add, newTally, type RunningTally, type Tally } from "./tally.ts";

/** Calls by what base decides, then by what head decides. */
export type DecisionMatrix = { readonly [base in Outcome]: { readonly [head in Outcome]: Tally } };

type Row = { readonly [head in Outcome]: RunningTally };

/** A matrix whose tallies grow. */
export function newMatrix(): { readonly [base in Outcome]: Row } {
  return {
    always_run: newRow(),
    require_approval: newRow(),
    block: newRow(),
    denied: newRow(),
  };
}

/** Counts in what another matrix has counted. */
export function addMatrix(matrix: { readonly [base in Outcome]: Row }, more: DecisionMatrix): void {
  for (const base of outcomes) {
    for (const head of outcomes) add(matrix[base][head], more[base][head]);
  }
}

const outcomes: readonly Outcome[] = ["always_run", "require_approval", "block", "denied"];

function newRow(): Row {
  return {
    always_run: newTally(),
    require_approval: newTally(),
    block: newTally(),
    denied: newTally(),
  };
}
