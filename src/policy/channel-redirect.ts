import type { Call } from "./call.ts";
import { platformActions } from "./platform-actions.ts";
import type { Policy } from "./policy.ts";

/** Old names of two channels, under which agents still call them. */
const channels: Readonly<Record<string, string>> = {
  slack: "kortix_slack",
  email: "kortix_email",
};

/** The channel that a slug is the old name of, if it is one and the channel has the action. */
export function channelOf({
  connector,
  action,
}: Pick<Call, "connector" | "action">): string | undefined {
  const channel = Object.hasOwn(channels, connector) ? channels[connector] : undefined;
  return channel !== undefined && platformActions.get(channel)?.has(action) ? channel : undefined;
}

/**
 * The slug under which rules see a call. Kortix semantics: a call under the old name of a channel, `slack` or `email`, of an
 * action that the channel has, goes to the channel when that is there and enabled: here, declared and enabled. The file
 * does not say whether the platform has installed one that it does not declare.
 */
export function slugSeenByRules(policy: Policy, call: Pick<Call, "connector" | "action">): string {
  const channel = channelOf(call);
  return channel !== undefined && isEnabled(policy, channel) ? channel : call.connector;
}

/** Slugs under which a policy sends calls to another connector. */
export function redirectedSlugs(policy: Policy): readonly string[] {
  return Object.keys(channels).filter((slug) => redirectedActions(policy, slug).length > 0);
}

/** The actions of a connector whose calls go to the channel that it is the old name of; none for any other. */
export function redirectedActions(policy: Policy, connector: string): readonly string[] {
  const channel = Object.hasOwn(channels, connector) ? channels[connector] : undefined;
  if (channel === undefined || !isEnabled(policy, channel)) return [];
  return [...(platformActions.get(channel)?.keys() ?? [])];
}

function isEnabled(policy: Policy, channel: string): boolean {
  return policy.connectors?.get(channel)?.enabled === true;
}
