import type { Json } from "../../policy/call.ts";
import type { Change, Undecided } from "./change.ts";

/**
 * A difference beside the rules: it changes what a decision means or who may call (`connectors.stripe.url`,
 * `agents.support.connectors`, `approvals.ttl`), or it is a setting that explains changed decisions.
 */
export interface SurfaceChange {
  /**
   * The key as the file writes it, `connectors.stripe.url`. A connector that comes or goes is `connectors.stripe` with its
   * whole target. `agents.support.connectors` is true where that agent may call the connector, `agents` where any agent
   * may that the file does not list.
   */
  readonly key: string;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
  /**
   * Present for `policy.default_mode`, `sensitive` and `enabled`: what they do is in `changes` and `undecided`, call by
   * call, so they are shown but are no part of the digest.
   */
  readonly explains?: "decisions";
}

/** Everything that changes for one connector: what its owner is asked to approve. */
export interface Delta {
  /** A declared or platform-managed slug, or `*` for any connector of a policy half. */
  readonly connector: string;
  readonly changes: readonly Change[];
  readonly undecided: readonly Undecided[];
  readonly surface: readonly SurfaceChange[];
  /** SHA-256 in hex of the canonical form of the above: equal for the same meaning, whatever the text. */
  readonly digest: string;
}
