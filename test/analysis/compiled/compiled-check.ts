import type { CallView } from "../../../src/analysis/compiled/call-view.ts";
import { type CompiledLimits, CompiledPair } from "../../../src/analysis/compiled/compiled-pair.ts";
import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import { isMasked } from "../../../src/analysis/masked/mask.ts";
import { isPresumed } from "../../../src/analysis/simulation/presumption.ts";
import type { Grant } from "../../../src/policy/agent-grants.ts";
import type { Call, Json } from "../../../src/policy/call.ts";
import { valueAlong } from "../../../src/policy/evaluate-condition.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { type Manifest, PolicyGenerator, policyOf } from "../diff/random-policies.ts";

/** Limits under which everything that can be full is full all the time. */
export const tight: Partial<CompiledLimits> = { names: 7, patience: 2, cells: 1200 };

/** The call, as a replay shows it to compiled policies. */
export function viewOf(call: Call): CallView {
  const { connector, action, args, risk, agent } = call;
  return {
    connector,
    action,
    risk,
    agent,
    hasArguments: args !== undefined,
    argument: (path) => valueAlong(args, path),
    isMasked: () => args !== undefined && isMasked(args),
    whole: () => call,
  };
}

/** Where compiled policies and the plain evaluator differ, in words; nothing when they agree about each call. */
export function differences(
  pair: readonly [base: Policy, head: Policy],
  calls: Iterable<Call>,
  limits?: Partial<CompiledLimits>,
): readonly string[] {
  const compiled = new CompiledPair(...pair, limits);
  const found: string[] = [];
  for (const call of calls) {
    const { base, head, presumed } = compiled.outcome(viewOf(call));
    const decisions = pair.map((policy) => decideCall(policy, call));
    const expected = {
      sides: decisions.map(plain),
      presumed: pair.some((policy, at) => isPresumed(policy, call, decisions[at] as never)),
    };
    const actual = { sides: [base, head].map(plain), presumed };
    if (JSON.stringify(actual) !== JSON.stringify(expected)) {
      found.push(
        `${JSON.stringify(call)}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`,
      );
    }
  }
  return found;
}

function plain(
  side: Pick<ReturnType<typeof decideCall>, "effect" | "source" | "rule" | "because" | "missing">,
) {
  const { effect, source, rule, because, missing } = side;
  return { effect, source, rule, because, missing };
}

const masks: readonly Json[] = [
  "[redacted]",
  "[12 chars omitted]",
  "ab… [+3 chars]",
  "[object]",
  "… [+2 more]",
];

/** Random pairs of policies, and random calls of them: masked, without arguments, by agents, of odd names. */
export class CompiledCases {
  readonly #generator: PolicyGenerator;

  constructor(seed: number) {
    this.#generator = new PolicyGenerator(seed, seed % 2 === 0);
  }

  pair(): {
    readonly policies: readonly [Policy, Policy];
    readonly manifests: readonly Manifest[];
  } {
    const base = this.#generator.manifest();
    const head =
      this.#generator.random() < 0.6 ? this.#generator.edited(base) : this.#generator.manifest();
    const policies = [policyOf(base), policyOf(head)].map((policy) => this.#varied(policy));
    return { policies: policies as unknown as readonly [Policy, Policy], manifests: [base, head] };
  }

  *calls(manifests: readonly Manifest[], count: number): Generator<Call> {
    for (let made = 0; made < count; made += 1) yield this.#call(manifests);
  }

  #varied(policy: Policy): Policy {
    const lean = this.#generator.random();
    if (lean < 0.15) return { ...policy, combining: "deny-overrides" };
    if (lean > 0.3) return policy;
    const byAgent = new Map<string, Grant>([
      ["sweeper", "all"],
      ["clerk", ["g", "kortix_slack"]],
    ]);
    return { ...policy, grants: { kind: "restricted", byAgent } };
  }

  #call(manifests: readonly Manifest[]): Call {
    const { args = {}, risk, ...path } = this.#generator.call(manifests);
    const lean = this.#generator.random();
    return {
      connector: this.#connector(path.connector),
      action: lean < 0.02 ? path.action.repeat(120) : this.#named(path.action),
      ...(this.#generator.random() < 0.1 ? {} : { args: this.#masked(args) }),
      ...(this.#generator.random() < 0.2 || risk === undefined ? {} : { risk }),
      ...(this.#generator.random() < 0.8
        ? {}
        : { agent: this.#generator.pick(["sweeper", "clerk", "nobody"]) }),
    };
  }

  #connector(connector: string): string {
    const lean = this.#generator.random();
    if (lean < 0.9) return connector;
    return lean < 0.95
      ? this.#generator.pick(["slack", "kortix_slack"])
      : `c${this.#generator.below(30)}`;
  }

  #named(action: string): string {
    return this.#generator.random() < 0.3 ? `${action}${this.#generator.below(1000)}` : action;
  }

  #masked(args: NonNullable<Call["args"]>): NonNullable<Call["args"]> {
    if (this.#generator.random() < 0.8) return args;
    const key = this.#generator.pick(["a", "b", "c", "…"]);
    return { ...args, [key]: this.#generator.pick(masks) };
  }
}
