import { createHash } from "node:crypto";
import { canonicalJson } from "../policy/canonical-json.ts";
import type { OwnerName } from "./owner.ts";
import { identityOf, type OwnerResolution } from "./owner-resolution.ts";

/** People of whom enough must approve. A change of the owners themselves has two groups: the old and the new. */
export interface OwnerGroup {
  /** Why these are asked: "owners", "owners before this change", "owners after this change". */
  readonly label: string;
  /** Who names them: the configuration of the trust branch, or the pull request itself. */
  readonly namedBy: "base" | "head";
  readonly owners: readonly OwnerName[];
}

/** What must be approved for one connector, and by whom, before anybody has been looked up on GitHub. */
export interface Requirement {
  /** A slug, or `*` for what belongs to no single connector. */
  readonly connector: string;
  /** What changes for it, in canonical form: the digest of its delta and of the configuration's part. */
  readonly meaning: readonly string[];
  readonly groups: readonly OwnerGroup[];
}

/**
 * The identity that an approval is bound to: what changes for the connector together with who owns it. Another
 * decision for one call or another set of owners gives another digest; a rebase or another connector's change does not.
 */
export function requirementDigest(
  requirement: Requirement,
  resolve: (owner: OwnerName) => OwnerResolution,
): string {
  const groups = requirement.groups.map(({ owners }) =>
    [...new Set(owners.map((owner) => identityOf(resolve(owner))))].sort(),
  );
  const canonical = canonicalJson({
    connector: requirement.connector,
    meaning: [...new Set(requirement.meaning)].sort(),
    owners: groups.map(canonicalJson).sort(),
  });
  return createHash("sha256").update(canonical).digest("hex");
}
