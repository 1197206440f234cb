import type { Decision } from "../../policy/decision.ts";
import type { Effect } from "../../policy/effect.ts";
import type { Rule } from "../../policy/rule.ts";
import type { Instance } from "../automaton/instance.ts";
import type { Conjunction } from "./conjunction.ts";

/** What an entry says about the calls that it decides; `by_risk`: reads run, other calls wait. */
export type EntryEffect = Effect | "denied" | "by_risk";

/** One line of the list in which the first line that applies to a call decides it. */
export interface Entry {
  readonly effect: EntryEffect;
  readonly source: Decision["source"];
  /** Absent for what stands when no rule decides, and for a refusal before the policy. */
  readonly rule?: Rule;
  /** Actions that the entry matches. */
  readonly actions: Instance;
  /** What the arguments must be. */
  readonly conditions: Conjunction;
}
