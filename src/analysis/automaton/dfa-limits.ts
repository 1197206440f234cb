import type { Meter } from "./meter.ts";

/** How large an automaton of one pattern may become. */
export interface DfaLimits {
  /** States of a deterministic automaton, before minimisation. */
  readonly states: number;
  /** Nodes of the formulas that stand for lookarounds. */
  readonly formulas: number;
  /** Whether a group that is referred back to is written out, where it can capture few words; absent, it is not. */
  readonly writesOutReferences?: boolean;
  /** Counts what building takes. */
  readonly meter: Meter;
}

/** Generous for what people write; what exceeds them is treated as not regular. */
export const defaultDfaLimits: Omit<DfaLimits, "meter"> = { states: 3000, formulas: 100_000 };

/** Thrown when an automaton grows past its limit. */
export class TooManyStates extends Error {
  constructor(limit: number) {
    super(`more than ${limit} automaton states`);
    this.name = "TooManyStates";
  }
}
