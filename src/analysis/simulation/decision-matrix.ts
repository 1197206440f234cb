import type { Outcome } from "./outcome.ts";
import { newTally, type RunningTally, type Tally } from "./tally.ts";

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

function newRow(): Row {
  return {
    always_run: newTally(),
    require_approval: newTally(),
    block: newTally(),
    denied: newTally(),
  };
}
