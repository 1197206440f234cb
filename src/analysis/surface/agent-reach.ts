import { agentMayCall } from "../../policy/agent-may-call.ts";
import type { Policy } from "../../policy/policy.ts";
import type { SurfaceChange } from "../diff/delta.ts";
import { presenceOf } from "./presence.ts";

/** Agents that gain or lose one connector, one entry an agent, and one for all agents that neither file lists. */
export function agentChanges(base: Policy, head: Policy, slug: string): readonly SurfaceChange[] {
  const entry = (key: string, agent: string | undefined): SurfaceChange => ({
    key,
    from: reaches(base, agent, slug),
    to: reaches(head, agent, slug),
  });
  return [
    entry("agents", undefined),
    ...listedAgents(base, head).map((agent) => entry(`agents.${agent}.connectors`, agent)),
  ].filter(({ from, to }) => from !== to);
}

function listedAgents(base: Policy, head: Policy): readonly string[] {
  const names = [base, head].flatMap(({ grants }) =>
    grants.kind === "restricted" ? [...grants.byAgent.keys()] : [],
  );
  return [...new Set(names)].sort();
}

/** A disabled connector is one switch away from being called, so a grant of it counts. */
function reaches(policy: Policy, agent: string | undefined, slug: string): boolean {
  if (presenceOf(policy, slug) === "absent") return false;
  const { grants } = policy;
  return agent === undefined ? grants.kind === "unrestricted" : agentMayCall(grants, agent, slug);
}
