import type { Call } from "./call.ts";
import type { DenialSource } from "./decision.ts";
import { visible } from "./source/visible-text.ts";

/** Why a call never reaches the policy, in words. */
export const denialWords: Record<DenialSource, (call: Call) => string> = {
  connector_not_assigned: ({ agent, connector }) =>
    `agent ${visible(String(agent))} is not granted ${visible(connector)}`,
  connector_not_found: ({ connector }) => `connector ${visible(connector)} is not declared`,
  connector_disabled: ({ connector }) => `connector ${visible(connector)} is disabled`,
};
