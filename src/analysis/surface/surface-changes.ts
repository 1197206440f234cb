import type { Policy } from "../../policy/policy.ts";
import type { SurfaceChange } from "../diff/delta.ts";
import { agentChanges } from "./agent-reach.ts";
import { canHold } from "./effective-rules.ts";
import { anyConnector, connectorsOf, presenceOf } from "./presence.ts";
import { targetChanges } from "./target-changes.ts";

/**
 * What changes about the meaning of decisions without changing one: by connector, sorted, only connectors that are
 * concerned. It holds where a connector's calls go and as whom, connectors that come or go, which agent may call it, and
 * how long an approval of its held calls lasts. `imports` names no connector and belongs to `*`. What `default_mode`,
 * `sensitive`, `enabled` and the rules do is a matter of decisions and not here.
 */
export function surfaceChanges(
  base: Policy,
  head: Policy,
): ReadonlyMap<string, readonly SurfaceChange[]> {
  const slugs = [...new Set([anyConnector, ...connectorsOf(base, head)])].sort();
  const entries = slugs.map((slug) => [slug, concerning(slug, base, head)] as const);
  return new Map(entries.filter(([, changes]) => changes.length > 0));
}

function concerning(slug: string, base: Policy, head: Policy): readonly SurfaceChange[] {
  return [
    ...agentChanges(base, head, slug),
    ...ttlChange(base, head, slug),
    ...targetChanges(base, head, slug),
    ...(slug === anyConnector ? importChange(base, head) : []),
  ];
}

function ttlChange(base: Policy, head: Policy, slug: string): readonly SurfaceChange[] {
  const { approvalTtl: from } = base;
  const { approvalTtl: to } = head;
  if (from === to || presenceOf(head, slug) !== "present") return [];
  return canHold(base, slug) || canHold(head, slug) ? [{ key: "approvals.ttl", from, to }] : [];
}

/** In which order files are imported decides nothing: what is declared twice is an error. */
function importChange(base: Policy, head: Policy): readonly SurfaceChange[] {
  const from = [...base.imports].sort();
  const to = [...head.imports].sort();
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ key: "imports", from, to }];
}
