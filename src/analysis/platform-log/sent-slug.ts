import { channelOf } from "../../policy/channel-redirect.ts";
import type { Policy } from "../../policy/policy.ts";

/**
 * The slug under which rules see a call that a log records with the slug its caller sent. Kortix semantics: `slack` and `email`
 * are redirected to the platform's channel for the actions that it has, when the channel is there and enabled. Without a
 * policy to ask, it is taken to be; with one, it is not where the policy disables it, or declares the old name and not it.
 */
export function slugForRules(sent: string, action: string, policy: Policy | undefined): string {
  const channel = channelOf({ connector: sent, action });
  if (channel === undefined) return sent;
  const declared = policy?.connectors?.get(channel);
  if (declared !== undefined) return declared.enabled ? channel : sent;
  return policy?.connectors?.has(sent) ? sent : channel;
}
