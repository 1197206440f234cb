import type { Decision } from "../../policy/decision.ts";
import { effectWord } from "../../policy/effect.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";
import { keptUnmet, type Simulation, type UnmetExpectation } from "./simulation.ts";

/** Whether a decision is what the saved call pins; a call that pins nothing is always met. */
export function meetsExpectation(
  { expect }: { readonly expect?: Expectation | undefined },
  { effect }: Pick<Decision, "effect">,
): boolean {
  if (expect === undefined) return true;
  // A call that never reaches the policy, or that nobody can decide, is not what was pinned.
  return effect !== "denied" && effect !== "indeterminate" && effectWord[effect] === expect;
}

/** Counts policy tests and keeps the first that fail. */
export interface ExpectationTally {
  take(saved: SavedCall, decision: Decision): void;
  /** Counts a test that is met. */
  pass(): void;
  result(): Pick<Simulation, "expectations" | "unmet">;
  /** Counts the tests of another tally; `unmet`: its first that fail. */
  absorb(part: Simulation["expectations"], unmet: readonly UnmetExpectation[]): void;
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
    pass() {
      total += 1;
    },
    absorb(part, more) {
      total += part.total;
      failed += part.unmet;
      unmet.push(...more.slice(0, keptUnmet - unmet.length));
    },
    result: () => ({ expectations: { total, unmet: failed }, unmet }),
  };
}
