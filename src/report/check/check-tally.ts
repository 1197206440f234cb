import type { BadLine } from "../../analysis/simulation/bad-line.ts";
import { type BadLines, badLineTally } from "../../analysis/simulation/bad-lines.ts";
import type { CheckedCall } from "../../analysis/simulation/check-calls.ts";
import { expectationTally } from "../../analysis/simulation/expectations.ts";
import { missingTally } from "../../analysis/simulation/missing-arguments.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import { count, newTally, type Tally } from "../../analysis/simulation/tally.ts";
import type { Decision } from "../../policy/decision.ts";

/** What a checked corpus comes to; its size does not depend on the corpus. */
export interface CheckSummary
  extends Pick<Simulation, "expectations" | "unmet" | "undecidable" | "missing"> {
  /** Every readable call. */
  readonly total: Tally;
  readonly byEffect: Readonly<Record<Decision["effect"], Tally>>;
  readonly badLines: BadLines;
}

/** Counts what was checked. */
export interface CheckTally {
  take(checked: CheckedCall | BadLine): void;
  result(): CheckSummary;
}

/** A tally of nothing yet. */
export function checkTally(): CheckTally {
  const total = newTally();
  const byEffect = {
    always_run: newTally(),
    require_approval: newTally(),
    block: newTally(),
    denied: newTally(),
    indeterminate: newTally(),
  };
  const undecidable = newTally();
  const missing = missingTally();
  const badLines = badLineTally();
  const expectations = expectationTally();
  return {
    take(checked) {
      if (checked.kind === "bad-line") {
        badLines.take(checked);
        return;
      }
      const { saved, decision } = checked;
      count(total, saved.count);
      count(byEffect[decision.effect], saved.count);
      expectations.take(saved, decision);
      if (decision.missing === undefined || decision.rule === undefined) return;
      count(undecidable, saved.count);
      missing.take(saved, decision.rule, decision.missing);
    },
    result: () => ({
      total,
      byEffect,
      undecidable,
      missing: missing.result(),
      badLines: badLines.result(),
      ...expectations.result(),
    }),
  };
}
