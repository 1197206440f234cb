import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import { defaultDfaLimits } from "../automaton/dfa-limits.ts";
import { Meter } from "../automaton/meter.ts";
import type { SpaceLimits } from "../decision-space/space-limits.ts";

/**
 * How far a comparison may go. Whatever a limit leaves open is reported as undecided. All limits are counts, so that a
 * comparison always has the same answer; `expired` alone looks at a clock.
 */
export interface Budget {
  /** States of one pattern's automaton. */
  readonly automatonStates?: number;
  /** Nodes of the formulas for one expression's lookarounds. */
  readonly automatonFormulas?: number;
  /** Places that one search for an action's name may visit. */
  readonly actionStates?: number;
  /** Places that one search for an argument's text may visit. */
  readonly argumentStates?: number;
  /** Combinations of conditions that one search for arguments may try. */
  readonly assignments?: number;
  /** Combinations of rules that one search for a call may try. */
  readonly branches?: number;
  /** Pairs of deciding rules that are looked at for one connector. */
  readonly pairs?: number;
  /** Classes of one connector that are listed one by one. */
  readonly listedChanges?: number;
  /** States of the automaton that a connector's identity is taken from. */
  readonly identityStates?: number;
  /** Steps that one connector's identity may take. */
  readonly identitySteps?: number;
  /** Steps of all searches together. */
  readonly steps?: number;
  /** Asked now and then: whether the time is up. */
  readonly expired?: () => boolean;
  /**
   * Whether an expression that refers back to a group is compared exactly where the group can capture few words:
   * `/^(a|b)\1$/` as `/^(aa|bb)$/`. Absent, whatever refers back is undecided.
   */
  readonly writesOutReferences?: boolean;
  /** The characters that names of actions are made of; absent, any. */
  readonly actionCharacters?: CharacterSet;
}

/** Enough for everything that people write; an answer comes within seconds at the very worst. */
export const defaultBudget = {
  automatonStates: defaultDfaLimits.states,
  automatonFormulas: defaultDfaLimits.formulas,
  actionStates: 200_000,
  argumentStates: 50_000,
  assignments: 20_000,
  branches: 400,
  pairs: 1000,
  listedChanges: 60,
  identityStates: 2000,
  identitySteps: 400_000,
  writesOutReferences: false,
  steps: 50_000_000,
} as const satisfies Budget;

/** The limits for the questions about one space, with a meter of its own. */
export function spaceLimits(budget: Budget): SpaceLimits {
  const full = { ...defaultBudget, ...budget };
  const meter = new Meter(full.steps, budget.expired);
  return {
    automaton: {
      states: full.automatonStates,
      formulas: full.automatonFormulas,
      writesOutReferences: full.writesOutReferences,
      meter,
    },
    actionStates: full.actionStates,
    argumentStates: full.argumentStates,
    assignments: full.assignments,
    branches: full.branches,
    meter,
  };
}
