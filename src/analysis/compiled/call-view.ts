import type { Call, Json, Risk } from "../../policy/call.ts";

/** A call of which only what a decision asks for is made. Valid until the next call is looked at. */
export interface CallView {
  readonly connector: string;
  readonly action: string;
  readonly risk: Risk | undefined;
  readonly agent: string | undefined;
  /** Whether the arguments are available. */
  readonly hasArguments: boolean;
  /** The value at a path in the arguments, where they are available; undefined: there is none. */
  argument(path: readonly string[]): Json | undefined;
  /** Whether anything in the arguments is masked. */
  isMasked(): boolean;
  /** The call itself. */
  whole(): Call;
}
