import type { Call } from "../../policy/call.ts";
import type { Policy } from "../../policy/policy.ts";
import { TracedDecision } from "../../policy/traced-decision.ts";
import { callShape } from "../compaction/call-shape.ts";
import { CompiledPair } from "../compiled/compiled-pair.ts";
import { type CallDecision, decideCall } from "../masked/decide-call.ts";
import { isMasked } from "../masked/mask.ts";
import { ReadCall } from "./replayed-call.ts";
import type { SavedCall } from "./saved-call.ts";

/** So many shapes of masked calls are remembered with their decisions. */
const keptShapes = 20_000;

/** A longer one is not remembered. */
const longestShape = 1_000;

/**
 * Decides many saved calls under one policy, each as `decideCall` does: compiled, and what is masked once for all calls that the
 * policy does not tell apart. Memory does not grow with the number of calls.
 */
export class CallDecider {
  readonly #policy: Policy;
  readonly #compiled: CompiledPair<never>;
  #byShape = new Map<string, CallDecision>();

  constructor(policy: Policy) {
    this.#policy = policy;
    this.#compiled = new CompiledPair(policy, policy);
  }

  decide(saved: SavedCall): CallDecision {
    const { call } = saved;
    if (call.args !== undefined && isMasked(call.args)) return this.#masked(call);
    const { base } = this.#compiled.outcome(new PlainCall(saved));
    return new TracedDecision(base, this.#policy, call);
  }

  #masked(call: Call): CallDecision {
    const shape = callShape(call, [this.#policy]);
    const known = this.#byShape.get(shape);
    if (known !== undefined) return known;
    const decision = decideCall(this.#policy, call);
    if (shape.length > longestShape) return decision;
    if (this.#byShape.size >= keptShapes) this.#byShape = new Map();
    this.#byShape.set(shape, decision);
    return decision;
  }
}

/** A call of which it is known that nothing is masked. */
class PlainCall extends ReadCall {
  override isMasked(): boolean {
    return false;
  }
}
