import { redirectedSlugs } from "../../policy/channel-redirect.ts";
import type { Connector } from "../../policy/connector.ts";
import type { DenialSource } from "../../policy/decision.ts";
import { type Policy, platformManagedSlugs } from "../../policy/policy.ts";

/** Whether calls to a connector reach the policy, and with which declaration. */
export type Presence =
  | { readonly kind: "present"; readonly connector: Connector | undefined }
  | { readonly kind: "denied"; readonly source: DenialSource };

/** How the policy takes a connector; null is any connector that no side declares. */
export function presenceOf(policy: Policy, slug: string | null): Presence {
  if (policy.connectors === undefined) {
    return { kind: "present", connector: undefined };
  }
  const connector = slug === null ? undefined : policy.connectors.get(slug);
  if (connector !== undefined) {
    return connector.enabled
      ? { kind: "present", connector }
      : { kind: "denied", source: "connector_disabled" };
  }
  return slug !== null && isPlatformManaged(slug) && !policy.namedSlugs.has(slug)
    ? { kind: "present", connector: undefined }
    : { kind: "denied", source: "connector_not_found" };
}

function isPlatformManaged(slug: string): boolean {
  return platformManagedSlugs.some((managed) => managed === slug);
}

/**
 * The connectors that the policies can treat differently from each other: those that one declares, those that the platform
 * provides, and null for all others where a policy half takes any connector as present; then also those of which another
 * policy redirects calls. Sorted, null last.
 */
export function connectorsOf(policies: readonly Policy[]): readonly (string | null)[] {
  const halves = policies.filter((policy) => policy.connectors === undefined).length;
  const declared = policies.flatMap((policy) => [...(policy.connectors?.keys() ?? [])]);
  const managed = halves === policies.length ? [] : platformManagedSlugs;
  const redirected = halves === 0 ? [] : policies.flatMap(redirectedSlugs);
  const slugs = [...new Set([...declared, ...managed, ...redirected])].sort();
  return halves === 0 ? slugs : [...slugs, null];
}
