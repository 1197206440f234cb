import type { DfaLimits } from "../automaton/dfa-limits.ts";
import type { Meter } from "../automaton/meter.ts";

/** How far the questions about one decision space may go. Exceeding a limit makes an answer unknown, never wrong. */
export interface SpaceLimits {
  readonly automaton: DfaLimits;
  /** Places that one search for an action's name may visit. */
  readonly actionStates: number;
  /** Places that one search for an argument's text may visit. */
  readonly argumentStates: number;
  /** Assignments that one search for arguments may try. */
  readonly assignments: number;
  /** Sets of avoided rules that one search for a call may try. */
  readonly branches: number;
  /** Counts all of it; throws when everything is spent. */
  readonly meter: Meter;
}
