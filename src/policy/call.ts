/** How much harm an action can do, as the platform's action catalogue records it. */
export type Risk = "read" | "write" | "destructive";

/** A JSON value, as it stands in a call's arguments. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** One request of an agent to a connector: `stripe.create_refund {"amount": 4200}`. */
export interface Call {
  readonly connector: string;
  readonly action: string;
  /** Absent means that the arguments are not available, which is not the same as `{}`. */
  readonly args?: { readonly [key: string]: Json };
  /** Absent means not known; the default mode then treats the call as a `write`. */
  readonly risk?: Risk;
  /** The agent that calls. Absent means that the agent's grant is not looked at. */
  readonly agent?: string;
}
