import { type Policy, platformManagedSlugs } from "../../policy/policy.ts";

/** Stands for every connector that no file names: what a policy half decides for, and what belongs to nobody alone. */
export const anyConnector = "*";

/** Whether a call to a connector reaches the policy at all. */
export type Presence = "present" | "disabled" | "absent";

/**
 * Whether a connector is there. Kortix semantics: the platform provides its own connectors without a declaration as long
 * as the file does not name them; a file without a `connectors` key is a policy half, for which every connector is there.
 */
export function presenceOf(policy: Policy, slug: string): Presence {
  if (policy.connectors === undefined) return "present";
  const connector = policy.connectors.get(slug);
  if (connector !== undefined) return connector.enabled ? "present" : "disabled";
  return isPlatformManaged(slug) && !policy.namedSlugs.has(slug) ? "present" : "absent";
}

function isPlatformManaged(slug: string): boolean {
  return (platformManagedSlugs as readonly string[]).includes(slug);
}

/**
 * Every connector that two policies can treat differently, sorted: those that one of them declares, the platform's own,
 * and, when one is a policy half, those that an agent is granted and any other (`*`).
 */
export function connectorsOf(base: Policy, head: Policy): readonly string[] {
  const slugs = new Set<string>(platformManagedSlugs);
  for (const { connectors, grants } of [base, head]) {
    for (const slug of connectors?.keys() ?? []) slugs.add(slug);
    if (connectors === undefined) slugs.add(anyConnector);
    if (connectors !== undefined || grants.kind === "unrestricted") continue;
    const lists = [...grants.byAgent.values()].filter((grant) => grant !== "all");
    for (const slug of lists.flat()) slugs.add(slug);
  }
  return [...slugs].sort();
}
