import type { Decision } from "../../policy/decision.ts";
import { effectWord } from "../../policy/effect.ts";
import type { SavedCall } from "./saved-call.ts";
import { keptUnmet, type Simulation, type UnmetExpectation } from "./simulation.ts";

/** Whether a decision is what the saved call pins; a call that pins nothing is always met. */
export function meetsExpectation({ expect }: SavedCall, { effect }: Decision): boolean {
  if (expect === undefined) return true;
  // A call that never reaches the policy, or that nobody can decide, is not what was pinned.
  return effect !== "denied" && effect !== "indeterminate" && effectWord[effect] === expect;
}

/** Counts policy tests and keeps the first that fail. */
export interface ExpectationTally {
  take(saved: SavedCall, decision: Decision): void;
  result(): Pick<Simulation, "expectations" | "unmet">;
}

/** A tally of no test yet. */
export function expectationTally(): ExpectationTally {
  let total = 0;
  let failed = 0;
  const unmet: UnmetExpectation[] = [];
  return {
    take(saved, decision) {
      if (saved.expect === undefined) return;
      total += 1;
      if (meetsExpectation(saved, decision)) return;
      failed += 1;
      if (unmet.length < keptUnmet) unmet.push({ saved, expect: saved.expect, decision });
    },
    result: () => ({ expectations: { total, unmet: failed }, unmet }),
  };
}
