import type { Call, Json } from "../../policy/call.ts";
import { valueAlong } from "../../policy/evaluate-condition.ts";
import type { CallView } from "../compiled/call-view.ts";
import { isMasked } from "../masked/mask.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";

/** A saved call of which only what a replay asks for is made. Valid until the next one is looked at. */
export interface ReplayedCall extends CallView {
  readonly count: number;
  readonly at: string | number | undefined;
  readonly firstAt: string | number | undefined;
  readonly expect: Expectation | undefined;
  /** The saved call itself. */
  saved(): SavedCall;
}

/** A saved call that has been read. */
export class ReadCall implements ReplayedCall {
  readonly #saved: SavedCall;

  constructor(saved: SavedCall) {
    this.#saved = saved;
  }

  get connector(): string {
    return this.#saved.call.connector;
  }

  get action(): string {
    return this.#saved.call.action;
  }

  get risk(): Call["risk"] {
    return this.#saved.call.risk;
  }

  get agent(): string | undefined {
    return this.#saved.call.agent;
  }

  get hasArguments(): boolean {
    return this.#saved.call.args !== undefined;
  }

  get count(): number {
    return this.#saved.count;
  }

  get at(): SavedCall["at"] {
    return this.#saved.at;
  }

  get firstAt(): SavedCall["firstAt"] {
    return this.#saved.firstAt;
  }

  get expect(): SavedCall["expect"] {
    return this.#saved.expect;
  }

  argument(path: readonly string[]): Json | undefined {
    return valueAlong(this.#arguments(), path);
  }

  isMasked(): boolean {
    return isMasked(this.#arguments());
  }

  whole(): Call {
    return this.#saved.call;
  }

  saved(): SavedCall {
    return this.#saved;
  }

  #arguments(): NonNullable<Call["args"]> {
    return this.#saved.call.args as NonNullable<Call["args"]>;
  }
}
