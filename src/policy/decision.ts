import type { Effect } from "./effect.ts";
import type { Layer } from "./rule.ts";

/** Why a call never reached the policy. */
export type DenialSource = "connector_not_found" | "connector_disabled" | "connector_not_assigned";

/** What decided: a rule of a layer, or what stands when no rule did. */
export type PolicySource = "project" | "connector" | "risk_default" | "allow_all";

/** Names a rule in reports: its layer, its connector when the layer is a connector's, its index and line. */
export interface RuleReference {
  readonly layer: Layer;
  /** The connector whose layer it is; absent for a project rule. */
  readonly connector?: string;
  readonly index: number;
  /** The pattern as written, `stripe.create_refund`. */
  readonly match: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** One thing that was looked at on the way to a decision. */
export interface TraceStep {
  readonly step: "grant" | "connector" | "project" | "rule" | "sensitive" | "default_mode";
  readonly outcome: "decides" | "passed-over" | "indeterminate" | "not-reached";
  readonly rule?: RuleReference;
  /** In words, one line: "the path does not match", "`reason` is `fraud`, which `duplicate` does not match". */
  readonly because: string;
}

/**
 * The answer to one call.
 *
 * `denied`: the call never reaches the policy. `indeterminate` (XACML): a pattern could not be decided within its
 * limits, so nobody can say which rule decides; whoever reads it treats it as the worst case.
 */
export interface Decision {
  readonly effect: Effect | "denied" | "indeterminate";
  readonly source: PolicySource | DenialSource;
  readonly rule?: RuleReference;
  /** In words: "rule stripe.create_refund + condition", "default_mode: risk (write)". */
  readonly because: string;
  readonly trace: readonly TraceStep[];
}
