import { agentMayCall } from "../../policy/agent-may-call.ts";
import { redirectedActions, slugSeenByRules } from "../../policy/channel-redirect.ts";
import { makePlan, type PathPlan, pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import type { ActionDfas } from "./action-dfas.ts";
import type { CallView } from "./call-view.ts";
import { ConditionTests } from "./condition-tests.ts";
import { type ConnectorNames, type NameClass, NameClasses } from "./name-classes.ts";
import type { Outcome } from "./outcome.ts";
import { PairPlan } from "./pair-plan.ts";
import { referenceOutcome } from "./reference-outcome.ts";

/** How much is kept, and when an automaton pays. */
export interface CompiledLimits {
  /** Names, connectors and classes of names that are kept with what becomes of them. */
  readonly names: number;
  /** So many names are met before the automaton is built. */
  readonly patience: number;
  /** States of the automaton, times symbols. */
  readonly cells: number;
  /** The automata of the patterns, where they are made already. */
  readonly dfas: ActionDfas | undefined;
}

const defaultLimits: CompiledLimits = {
  names: 20_000,
  patience: 32,
  cells: 4_000_000,
  dfas: undefined,
};

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
  /** Names that are kept, and classes of names of a connector. */
  #names = 0;
  #classPlans = 0;

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
    const plans = this.#connectors.get(connector) ?? this.#newPlans(connector);
    const known = plans.readsNames ? undefined : plans.byName.get(action);
    return (known ?? this.#plan(plans, { connector, action })).outcome(call);
  }

  #mayCall(agent: string, connector: string): boolean {
    return this.#policies.every(({ grants }) => agentMayCall(grants, agent, connector));
  }

  #newPlans(connector: string): Plans<Mark> {
    const isRedirected = this.#policies.some(
      (policy) => redirectedActions(policy, connector).length > 0,
    );
    const byName = new Map();
    const made = { byName, byClass: [], names: undefined, readsNames: false, isRedirected };
    if (connector.length > longestName) return made;
    this.#makeRoom();
    this.#connectors.set(connector, made);
    return made;
  }

  /** Makes room for a connector or a class. A policy that declares no connectors may meet any number of them. */
  #makeRoom(): void {
    if (this.#connectors.size + this.#classPlans < this.#limits.names) return;
    this.#connectors.clear();
    this.#names = 0;
    this.#classPlans = 0;
  }

  #plan(plans: Plans<Mark>, path: Path): PairPlan<Mark> {
    if (path.connector.length + path.action.length > longestName) return this.#made(path);
    const classified = this.#classified(plans, path);
    const plan = classified ?? this.#made(path);
    if (classified === undefined || plans.names?.opaque.length !== 0) plans.readsNames = false;
    if (!plans.readsNames) this.#keepName(plans, path.action, plan);
    return plan;
  }

  /** Names that are too many to be kept are read from here on, wherever the automaton reads them as fast. */
  #keepName(plans: Plans<Mark>, action: string, plan: PairPlan<Mark>): void {
    if (this.#names >= this.#limits.names) {
      for (const known of this.#connectors.values()) {
        known.byName.clear();
        known.readsNames = true;
      }
      this.#names = 0;
    }
    plans.byName.set(action, plan);
    this.#names += 1;
  }

  #classified(plans: Plans<Mark>, path: Path): PairPlan<Mark> | undefined {
    if (this.#classes === undefined && this.#names < this.#limits.patience) return undefined;
    // The automaton reads the path as it is written.
    if (plans.isRedirected && this.#isRedirected(path)) return undefined;
    const { cells, dfas } = this.#limits;
    this.#classes ??= new NameClasses(this.#policies, cells, dfas);
    plans.names ??= this.#classes.namesOf(path.connector);
    const found = this.#classes.classOf(plans.names, path.action);
    if (found === undefined) return undefined;
    const known = plans.byClass[found.number];
    if (known !== undefined) return known;
    const plan = this.#made(path, (policy) => {
      const narrowed = { ...policy, rules: untilDecided(policy, found) };
      return makePlan(narrowed, path, (rule) => found.matchOf(rule));
    });
    this.#makeRoom();
    plans.byClass[found.number] = plan;
    this.#classPlans += 1;
    return plan;
  }

  #isRedirected(path: Path): boolean {
    return this.#policies.some((policy) => slugSeenByRules(policy, path) !== path.connector);
  }

  #made(
    path: Path,
    planOf: (policy: Policy) => PathPlan = (policy) => pathPlan(policy, path),
  ): PairPlan<Mark> {
    return new PairPlan(this.#policies, path, planOf, this.#tests);
  }
}

/** The project rules that may match the names of a class, up to the first that decides whatever the arguments are. */
function untilDecided({ combining, rules }: Policy, names: NameClass): readonly Rule[] {
  const among = names.among(rules);
  if (combining !== "first-applicable") return among;
  const last = among.findIndex(
    (rule) => rule.conditions.length === 0 && names.matchOf(rule) !== "no-match",
  );
  return last < 0 ? among : among.slice(0, last + 1);
}

interface Path {
  readonly connector: string;
  readonly action: string;
}

/** What becomes of the calls of one connector. */
interface Plans<Mark> {
  readonly byName: Map<string, PairPlan<Mark>>;
  /** By the number of the class. */
  readonly byClass: (PairPlan<Mark> | undefined)[];
  names: ConnectorNames | undefined;
  /** Whether names are read by the automaton, and not looked up. */
  readsNames: boolean;
  /** Whether some of the names go to another connector. */
  readonly isRedirected: boolean;
}
