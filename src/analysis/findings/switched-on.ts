import type { Policy } from "../../policy/policy.ts";

/**
 * The policy with every connector enabled. What is said of rules holds for a connector that is switched off as if it were
 * on: rules that never decide with it on do not with it off either.
 */
export function switchedOn(policy: Policy): Policy {
  const connectors = [...(policy.connectors ?? [])];
  if (connectors.every(([, { enabled }]) => enabled)) return policy;
  return {
    ...policy,
    connectors: new Map(
      connectors.map(([slug, connector]) => [slug, { ...connector, enabled: true }]),
    ),
  };
}
