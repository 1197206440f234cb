import type { Grants } from "./agent-grants.ts";
import type { Connector } from "./connector.ts";
import type { Rule } from "./rule.ts";

export type DefaultMode = "allow_all" | "risk";

/** How the rules of one layer become one decision (XACML's combining algorithms). */
export type CombiningAlgorithm = "first-applicable" | "deny-overrides";

/** Everything in a manifest that bears on decisions, after loading. Plain data; never mutated. */
export interface Policy {
  readonly combining: CombiningAlgorithm;
  /** Project rules, in order. */
  readonly rules: readonly Rule[];
  /**
   * Declared connectors by slug. `undefined`: the file has no `connectors` key and is a policy half, so every
   * connector is taken as present, without rules.
   */
  readonly connectors: ReadonlyMap<string, Connector> | undefined;
  /**
   * Slugs that the file names in some entry, kept or dropped. A platform-managed connector is present without a
   * declaration only when the file does not name it.
   */
  readonly namedSlugs: ReadonlySet<string>;
  readonly defaultMode: DefaultMode;
  readonly grants: Grants;
  /** How long an approval of a held call lasts, in seconds (`approvals.ttl`, default 86400). */
  readonly approvalTtl: number;
  /** Imported files in the order they were merged. */
  readonly imports: readonly string[];
}

/** Connectors that the platform provides without a declaration in the file. */
export const platformManagedSlugs = [
  "computer",
  "kortix_slack",
  "kortix_teams",
  "kortix_email",
] as const;

/** The policy of a repository without a manifest: every call is denied. */
export const absentPolicy: Policy = {
  combining: "first-applicable",
  rules: [],
  connectors: new Map(),
  namedSlugs: new Set(platformManagedSlugs),
  defaultMode: "allow_all",
  grants: { kind: "unrestricted" },
  approvalTtl: 86_400,
  imports: [],
};
