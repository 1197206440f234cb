import type { Call, Risk } from "../../policy/call.ts";
import type { PathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CallView } from "./call-view.ts";
import type { ConditionTests } from "./condition-tests.ts";
import type { Outcome, SideAnswer } from "./outcome.ts";
import { referenceOutcome } from "./reference-outcome.ts";
import { SidePlan } from "./side-plan.ts";

/** What becomes of the calls of a path, or of all paths that the same rules match, under both sides. */
export class PairPlan<Mark> {
  readonly #policies: readonly [base: Policy, head: Policy];
  readonly #tests: ConditionTests;
  readonly #base: SidePlan;
  readonly #head: SidePlan;
  readonly #asks: boolean;
  readonly #asksRisk: boolean;
  /** Outcomes that do not depend on arguments that are there. */
  readonly #settled = new Map<Risk | undefined, Outcome<Mark>>();
  /** Outcomes of calls without arguments. */
  readonly #presumed = new Map<Risk | undefined, Outcome<Mark>>();
  /** One for each two answers that were given: few. */
  readonly #outcomes: Outcome<Mark>[] = [];

  /** `planOf`: what a policy says of the path. */
  constructor(
    policies: readonly [base: Policy, head: Policy],
    path: Call,
    planOf: (policy: Policy) => PathPlan,
    tests: ConditionTests,
  ) {
    const [base, head] = policies;
    this.#policies = policies;
    this.#tests = tests;
    this.#base = new SidePlan(base, path, planOf(base), tests);
    this.#head = new SidePlan(head, path, planOf(head), tests);
    this.#asks = this.#base.asks || this.#head.asks;
    this.#asksRisk = this.#base.asksRisk || this.#head.asksRisk;
  }

  /** The outcome of a call of the path, whose agent may make it. */
  outcome(call: CallView): Outcome<Mark> {
    if (!call.hasArguments) return this.#withoutArguments(call);
    if (!this.#asks) {
      const risk = this.#asksRisk ? call.risk : undefined;
      const known = this.#settled.get(risk) ?? this.#answered(call);
      this.#settled.set(risk, known);
      return known;
    }
    if (call.isMasked()) return referenceOutcome(this.#policies, call.whole());
    this.#tests.ask(call);
    return this.#answered(call);
  }

  #withoutArguments({ connector, action, risk }: CallView): Outcome<Mark> {
    const call = { connector, action, ...(risk === undefined ? {} : { risk }) };
    const known = this.#presumed.get(risk) ?? referenceOutcome<Mark>(this.#policies, call);
    this.#presumed.set(risk, known);
    return known;
  }

  #answered(call: CallView): Outcome<Mark> {
    const base = this.#base.answer(call);
    const head = this.#head.answer(call);
    return base === undefined || head === undefined
      ? referenceOutcome(this.#policies, call.whole())
      : this.#together(base, head);
  }

  #together(base: SideAnswer, head: SideAnswer): Outcome<Mark> {
    for (const known of this.#outcomes) {
      if (known.base === base && known.head === head) return known;
    }
    const made = { base, head, presumed: false, mark: undefined };
    this.#outcomes.push(made);
    return made;
  }
}
