import type { Policy } from "../../policy/policy.ts";
import type { PolicyDiff } from "../diff/change.ts";
import type { Delta } from "../diff/delta.ts";
import { anyConnector } from "../surface/presence.ts";
import { settingChanges } from "../surface/setting-changes.ts";
import { surfaceChanges } from "../surface/surface-changes.ts";
import { deltaDigest } from "./delta-digest.ts";
import { effectiveRulesDiff } from "./effective-rules-diff.ts";

/**
 * Everything that changes, connector by connector, sorted: what each owner is asked to approve. A connector without a
 * delta is one for which nothing changes. What belongs to no single connector is `*`.
 *
 * `diff` is the diff of the two policies. One that is not complete and yet names nothing undecided is not believed: the
 * coarse diff then says which connectors may be concerned.
 */
export function deltas(base: Policy, head: Policy, diff: PolicyDiff): readonly Delta[] {
  const { changes } = diff;
  const undecided =
    diff.complete || diff.undecided.length > 0
      ? diff.undecided
      : effectiveRulesDiff(base, head).undecided;
  const changesOf = byConnector(changes);
  const undecidedOf = byConnector(undecided);
  const surfaceOf = surfaceChanges(base, head);
  const connectors = new Set([...changesOf.keys(), ...undecidedOf.keys(), ...surfaceOf.keys()]);
  return [...connectors].sort().map((connector) => {
    const decisionsDiffer = changesOf.has(connector) || undecidedOf.has(connector);
    const delta = {
      connector,
      changes: changesOf.get(connector) ?? [],
      undecided: undecidedOf.get(connector) ?? [],
      surface: [
        ...(surfaceOf.get(connector) ?? []),
        ...(decisionsDiffer ? settingChanges(base, head, connector) : []),
      ],
    };
    return { ...delta, digest: deltaDigest(delta) };
  });
}

function byConnector<T extends { readonly connector: string | null }>(
  parts: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const part of parts) {
    const connector = part.connector ?? anyConnector;
    const group = groups.get(connector);
    if (group === undefined) groups.set(connector, [part]);
    else group.push(part);
  }
  return groups;
}
