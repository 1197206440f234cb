import type { Call, Risk } from "../../policy/call.ts";

type Arguments = NonNullable<Call["args"]>;

/** A call of which only what a decision asks for is made. Valid until the next call is looked at. */
export interface CallView {
  readonly connector: string;
  readonly action: string;
  readonly risk: Risk | undefined;
  readonly agent: string | undefined;
  /** Whether the arguments are available. */
  readonly hasArguments: boolean;
  /** The arguments, where they are available. */
  arguments(): Arguments;
  /** Whether anything in the arguments is masked. */
  isMasked(): boolean;
  /** The call itself. */
  whole(): Call;
}
