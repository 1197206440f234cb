import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Policy } from "../../policy/policy.ts";
import type { SurfaceChange } from "../diff/delta.ts";

/** Where the calls of one connector go and as whom, key by key; one entry for a connector that comes or goes. */
export function targetChanges(base: Policy, head: Policy, slug: string): readonly SurfaceChange[] {
  const before = base.connectors?.get(slug)?.target;
  const after = head.connectors?.get(slug)?.target;
  const key = `connectors.${slug}`;
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) return [{ key, from: before, to: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => canonicalJson([before[name]]) !== canonicalJson([after[name]]))
    .map((name) => ({ key: `${key}.${name}`, from: before[name], to: after[name] }));
}
