import type { Call } from "../../policy/call.ts";
import type { Decision } from "../../policy/decision.ts";
import type { ChangeSide } from "../diff/change.ts";
import { sideKey, sideOf } from "../simulation/side-key.ts";

/** Calls of one action that no rule decides, all by the same default. */
export interface UnruledAction {
  /** `stripe.create_refund`; absent: of actions that were too many to be told apart. */
  readonly call?: string;
  readonly side: ChangeSide;
  readonly calls: number;
}

/** Counts them. */
export interface ActionTally {
  take(call: Call, decision: Decision): void;
  /** The most frequent first. */
  result(): readonly UnruledAction[];
}

/** So many are told apart. */
const keptActions = 500;

/** A tally of none yet. */
export function actionTally(): ActionTally {
  const byKey = new Map<string, UnruledAction>();
  return {
    take({ connector, action }, decision) {
      const side = sideOf(decision);
      const key = JSON.stringify([connector, action, sideKey(side)]);
      const isKept = byKey.has(key) || byKey.size < keptActions;
      const place = isKept ? key : sideKey(side);
      const found = byKey.get(place) ?? {
        ...(isKept ? { call: `${connector}.${action}` } : {}),
        side,
        calls: 0,
      };
      byKey.set(place, { ...found, calls: found.calls + 1 });
    },
    result: () => [...byKey.values()].sort((one, other) => other.calls - one.calls),
  };
}
