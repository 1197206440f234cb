import { agentMayCall } from "../../policy/agent-may-call.ts";
import { makePlan, type PathPlan, pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CallView } from "./call-view.ts";
import { ConditionTests } from "./condition-test.ts";
import { type NameClass, NameClasses } from "./name-classes.ts";
import type { Outcome } from "./outcome.ts";
import { PairPlan } from "./pair-plan.ts";
import { referenceOutcome } from "./reference-outcome.ts";

/** How much is kept, and when an automaton pays. */
export interface CompiledLimits {
  /** Names that are kept with what becomes of them. */
  readonly names: number;
  /** So many names are met before the automaton is built. */
  readonly patience: number;
  /** States of the automaton, times symbols. */
  readonly cells: number;
}

const defaultLimits: CompiledLimits = { names: 20_000, patience: 32, cells: 4_000_000 };

/** Longer names are decided one by one. */
const longestName = 200;

/**
 * Two policies made ready to decide many calls: what `decideCall` and `isPresumed` say of each under both. Names that were
 * met before are looked up, others go through one automaton that tells which rules of either side match; conditions are tested
 * where a rule asks, once for both. Memory does not grow with the number of calls.
 */
export class CompiledPair<Mark> {
  readonly #policies: readonly [base: Policy, head: Policy];
  readonly #limits: CompiledLimits;
  readonly #granted: boolean;
  readonly #tests = new ConditionTests();
  readonly #connectors = new Map<string, Plans<Mark>>();
  #classes: NameClasses | undefined;
  /** Names, and plans of classes of names, that are kept. */
  #names = 0;
  #plans = 0;

  constructor(base: Policy, head: Policy, limits: Partial<CompiledLimits> = {}) {
    this.#policies = [base, head];
    this.#limits = { ...defaultLimits, ...limits };
    this.#granted = this.#policies.every(({ grants }) => grants.kind === "unrestricted");
  }

  /** The outcome of a call. */
  outcome(call: CallView): Outcome<Mark> {
    const { connector, action, agent } = call;
    if (agent !== undefined && !this.#granted && !this.#mayCall(agent, connector)) {
      return referenceOutcome(this.#policies, call.whole());
    }
    const known = this.#connectors.get(connector)?.byName.get(action);
    return (known ?? this.#plan(call)).outcome(call);
  }

  #mayCall(agent: string, connector: string): boolean {
    return this.#policies.every(({ grants }) => agentMayCall(grants, agent, connector));
  }

  #plan({ connector, action }: CallView): PairPlan<Mark> {
    const path = { connector, action };
    if (connector.length + action.length > longestName) return this.#made(path);
    const plans = this.#plansOf(connector);
    const plan = this.#classified(plans, path) ?? this.#made(path);
    if (this.#names < this.#limits.names) {
      this.#names += 1;
      plans.byName.set(action, plan);
    }
    return plan;
  }

  #plansOf(connector: string): Plans<Mark> {
    const known = this.#connectors.get(connector);
    if (known !== undefined && this.#plans < this.#limits.names) return known;
    // A policy that declares no connectors may meet any number of them.
    if (this.#connectors.size >= this.#limits.names || this.#plans >= this.#limits.names) {
      this.#connectors.clear();
      this.#names = 0;
      this.#plans = 0;
    }
    const made = { byName: new Map(), byClass: new Map() };
    this.#connectors.set(connector, made);
    return made;
  }

  #classified(plans: Plans<Mark>, path: Path): PairPlan<Mark> | undefined {
    if (this.#classes === undefined && this.#names < this.#limits.patience) return undefined;
    this.#classes ??= new NameClasses(this.#policies, this.#limits.cells);
    const found = this.#classes.classOf(path.connector, path.action);
    if (found === undefined) return undefined;
    const known = plans.byClass.get(found);
    if (known !== undefined) return known;
    const plan = this.#made(path, (policy) => {
      const narrowed = { ...policy, rules: found.among(policy.rules) };
      return makePlan(narrowed, path, (rule) => found.matchOf(rule));
    });
    plans.byClass.set(found, plan);
    this.#plans += 1;
    return plan;
  }

  #made(
    path: Path,
    planOf: (policy: Policy) => PathPlan = (policy) => pathPlan(policy, path),
  ): PairPlan<Mark> {
    return new PairPlan(this.#policies, path, planOf, this.#tests);
  }
}

interface Path {
  readonly connector: string;
  readonly action: string;
}

/** What becomes of the calls of one connector. */
interface Plans<Mark> {
  readonly byName: Map<string, PairPlan<Mark>>;
  readonly byClass: Map<NameClass, PairPlan<Mark>>;
}
