import type { Call, Risk } from "../../policy/call.ts";
import type { PathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CallView } from "./call-view.ts";
import type { ConditionTests } from "./condition-test.ts";
import type { Outcome, SideAnswer } from "./outcome.ts";
import { referenceOutcome } from "./reference-outcome.ts";
import { SidePlan } from "./side-plan.ts";

const noArguments: NonNullable<Call["args"]> = {};

/** What becomes of the calls of a path, or of all paths that the same rules match, under both sides. */
export class PairPlan<Mark> {
  readonly #policies: readonly [base: Policy, head: Policy];
  readonly #base: SidePlan;
  readonly #head: SidePlan;
  readonly #asks: boolean;
  /** Outcomes that do not depend on arguments that are there. */
  readonly #settled = new Map<Risk | undefined, Outcome<Mark>>();
  /** Outcomes of calls without arguments. */
  readonly #presumed = new Map<Risk | undefined, Outcome<Mark>>();
  readonly #byAnswers = new Map<SideAnswer, Map<SideAnswer, Outcome<Mark>>>();

  /** `planOf`: what a policy says of the path. */
  constructor(
    policies: readonly [base: Policy, head: Policy],
    path: Call,
    planOf: (policy: Policy) => PathPlan,
    tests: ConditionTests,
  ) {
    const [base, head] = policies;
    this.#policies = policies;
    this.#base = new SidePlan(base, path, planOf(base), tests);
    this.#head = new SidePlan(head, path, planOf(head), tests);
    this.#asks = this.#base.asks || this.#head.asks;
  }

  /** The outcome of a call of the path, whose agent may make it. */
  outcome(call: CallView): Outcome<Mark> {
    if (!call.hasArguments) return this.#withoutArguments(call);
    if (!this.#asks) {
      const known = this.#settled.get(call.risk) ?? this.#answered(call, noArguments);
      this.#settled.set(call.risk, known);
      return known;
    }
    return call.isMasked()
      ? referenceOutcome(this.#policies, call.whole())
      : this.#answered(call, call.arguments());
  }

  #withoutArguments({ connector, action, risk }: CallView): Outcome<Mark> {
    const call = { connector, action, ...(risk === undefined ? {} : { risk }) };
    const known = this.#presumed.get(risk) ?? referenceOutcome<Mark>(this.#policies, call);
    this.#presumed.set(risk, known);
    return known;
  }

  #answered(call: CallView, args: NonNullable<Call["args"]>): Outcome<Mark> {
    const base = this.#base.answer(args, call.risk);
    const head = this.#head.answer(args, call.risk);
    return base === undefined || head === undefined
      ? referenceOutcome(this.#policies, call.whole())
      : this.#together(base, head);
  }

  #together(base: SideAnswer, head: SideAnswer): Outcome<Mark> {
    const byHead = this.#byAnswers.get(base) ?? new Map<SideAnswer, Outcome<Mark>>();
    this.#byAnswers.set(base, byHead);
    const known = byHead.get(head) ?? { base, head, presumed: false, mark: undefined };
    byHead.set(head, known);
    return known;
  }
}
