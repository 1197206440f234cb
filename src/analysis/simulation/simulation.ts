import type { Decision } from "../../policy/decision.ts";
import type { ChangeSide } from "../diff/change.ts";
import type { BadLines } from "./bad-lines.ts";
import type { DecisionMatrix } from "./decision-matrix.ts";
import type { Holds } from "./holds.ts";
import type { MissingArgument } from "./missing-arguments.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";
import type { Tally } from "./tally.ts";

/** What a corpus says about a change of policy: each saved call decided under both sides. */
export interface Simulation {
  /** Every readable call. */
  readonly total: Tally;
  /** Calls by what base and head decide; together with `indeterminate` these are all calls. */
  readonly matrix: DecisionMatrix;
  /** Calls that base and head decide differently. */
  readonly changed: Tally;
  /** The changed calls by who decides them, the loosened first, then the most frequent; at most `keptGroups`. */
  readonly groups: readonly SimulatedChange[];
  /** Changed calls whose group was one too many to be kept. */
  readonly ungrouped: Tally;
  /** How many calls wait for a person, before and after. */
  readonly holds: Holds;
  /** Calls that one side at least cannot decide: nobody can say whether they change. */
  readonly indeterminate: Tally;
  /** The calls that cannot be decided, by who cannot decide them; at most `keptGroups`. */
  readonly indeterminateGroups: readonly SimulatedChange[];
  /**
   * Calls without `args` whose decision a condition bears on. They are decided as the platform decides a call that it
   * only lists, and a real call may be decided otherwise.
   */
  readonly presumed: Tally;
  /** Those of `indeterminate` that one side at least cannot decide because a log masked an argument. */
  readonly undecidable: Tally;
  /** The arguments that would have to be known to decide these, the most frequent first; a bounded number. */
  readonly missing: readonly MissingArgument[];
  /** How many calls pin a decision, and how many of these head decides otherwise. */
  readonly expectations: { readonly total: number; readonly unmet: number };
  /** The first policy tests that head fails, at most `keptUnmet`. */
  readonly unmet: readonly UnmetExpectation[];
  readonly badLines: BadLines;
  /** Why the corpus says nothing, in words: it holds no readable call. */
  readonly fault?: string;
}

/** The saved calls of one connector that two sides decide differently, by the same deciders. */
export interface SimulatedChange extends Tally {
  readonly connector: string;
  readonly from: ChangeSide;
  readonly to: ChangeSide;
  /** The first calls of the group, at most `keptExamples`. */
  readonly examples: readonly SavedCall[];
  /** The latest `at` of the group as it is written; absent when no call has one. */
  readonly lastSeen?: string | number;
}

/** A policy test that fails under head. */
export interface UnmetExpectation {
  readonly saved: SavedCall;
  readonly expect: Expectation;
  readonly decision: Decision;
}

/** The limits that keep a simulation's size independent of the corpus. */
export const keptUnmet = 100;
export const keptGroups = 500;
export const keptExamples = 3;
