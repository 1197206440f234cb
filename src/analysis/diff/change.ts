import type { Call, Risk } from "../../policy/call.ts";
import type { Decision, RuleReference } from "../../policy/decision.ts";

/** How one side decides every call of a change's region. */
export interface ChangeSide {
  readonly effect: Decision["effect"];
  readonly source: Decision["source"];
  /** The deciding rule; absent when none did. */
  readonly rule?: RuleReference;
}

/** Less restrictive or more: run < hold < block < denied. */
export type Direction = "loosened" | "tightened";

/** The class of calls, in words and parts that people can read. */
export interface Region {
  /** Path pattern of the calls, `stripe.create_refund`. */
  readonly path: string;
  /** Path patterns that are taken out of it. */
  readonly except: readonly string[];
  /** Argument conditions in words, `reason matches duplicate`. */
  readonly conditions: readonly string[];
}

/** One region of calls whose decision differs between base and head. */
export interface Change {
  /** A slug, or null for any connector of a policy half. */
  readonly connector: string | null;
  readonly from: ChangeSide;
  readonly to: ChangeSide;
  readonly direction: Direction;
  readonly risks: readonly Risk[];
  readonly region: Region;
  /** A call of the region, replayed through `evaluate` on both sides. */
  readonly witness: Call;
  /**
   * Equal exactly for equal sets of calls with equal effects: what a digest is made of. Worked out when it is first asked
   * for: it takes about as long as the rest.
   */
  readonly identity: string;
}

/** A class of calls of which it could not be proved that its decision stays the same. The gate treats it as changed. */
export interface Undecided {
  readonly connector: string | null;
  readonly reason: string;
  readonly rule?: RuleReference;
  /** Canonical text of what could not be decided: what a digest is made of. */
  readonly identity: string;
}

/** Everything that differs between two policies, over all possible calls. */
export interface PolicyDiff {
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
  /** True: no call outside `changes` is decided differently. */
  readonly complete: boolean;
}
