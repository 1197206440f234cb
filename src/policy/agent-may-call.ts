import type { Grants } from "./agent-grants.ts";
import { canonicalSlug } from "./canonical-slug.ts";

/** Whether an agent may call a connector at all. */
export function agentMayCall(grants: Grants, agent: string, connector: string): boolean {
  if (grants.kind === "unrestricted") return true;
  const grant = grants.byAgent.get(agent) ?? [];
  return grant === "all" || grant.includes(canonicalSlug(connector));
}
