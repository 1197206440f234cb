import type { Call } from "./call.ts";
import type { Decision } from "./decision.ts";
import type { Answer } from "./default-answer.ts";
import { traceOf } from "./evaluate-trace.ts";
import type { Policy } from "./policy.ts";

/**
 * A decision whose trace is made when somebody reads it: replaying a million calls needs none. A class, because an object
 * with a getter of its own costs ten times the decision; `toJSON` gives the plain value.
 */
export class TracedDecision implements Decision {
  readonly effect: Decision["effect"];
  readonly source: Decision["source"];
  declare readonly rule?: NonNullable<Decision["rule"]>;
  readonly because: string;
  readonly #policy: Policy;
  readonly #call: Call;

  constructor({ effect, source, rule, because }: Answer, policy: Policy, call: Call) {
    this.effect = effect;
    this.source = source;
    if (rule !== undefined) this.rule = rule;
    this.because = because;
    this.#policy = policy;
    this.#call = call;
  }

  get trace(): Decision["trace"] {
    return traceOf(this.#policy, this.#call);
  }

  toJSON(): Decision {
    return { ...this, trace: this.trace };
  }
}
