import type { Call, Risk } from "../../policy/call.ts";
import type { Combine } from "../../policy/combining/applicability.ts";
import { combineRules } from "../../policy/combining/combine-rules.ts";
import { type Answer, defaultAnswer } from "../../policy/default-answer.ts";
import { evaluate } from "../../policy/evaluate.ts";
import type { PathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { CallView } from "./call-view.ts";
import type { ConditionTests } from "./condition-tests.ts";
import {
  applicability,
  type Contender,
  contender,
  firstApplicableContenders,
} from "./contender.ts";

/** What one policy asks of the calls of a path. */
export class SidePlan {
  /** Whether the arguments of a call can make a difference. */
  readonly asks: boolean;
  /** Whether its risk can: whether no rule may have a say. */
  readonly asksRisk: boolean;
  readonly #policy: Policy;
  readonly #combine: Combine;
  readonly #layers: readonly (readonly Contender[])[];
  readonly #isSensitive: boolean;
  readonly #behind = new Map<Risk | undefined, Answer>();
  /** The answer to all calls of the path where they never reach the policy. */
  readonly #denied: Answer | undefined;

  /** `plan`: what the policy says of the path. */
  constructor(policy: Policy, path: Call, plan: PathPlan, tests: ConditionTests) {
    const { denial, connector, ...rules } = plan;
    const [project, own] = [rules.project, rules.own].map((layer) =>
      layer.map((candidate) => contender(candidate, tests)),
    ) as [Contender[], Contender[]];
    this.#policy = policy;
    this.#denied = denial === undefined ? undefined : evaluate(policy, path);
    this.#combine = combineRules[policy.combining];
    this.#layers =
      policy.combining === "first-applicable"
        ? [firstApplicableContenders([...project, ...own])]
        : [project, own];
    this.#isSensitive = connector?.sensitive === true;
    const contenders = denial === undefined ? this.#layers.flat() : [];
    this.asks = contenders.some(({ tests }) => tests.length > 0);
    this.asksRisk = contenders.every(({ tests }) => tests.length > 0);
  }

  /** The answer to a call that the tests are about, none of whose arguments is masked; undefined where a pattern cannot be decided. */
  answer(call: CallView): Answer | undefined {
    if (this.#denied !== undefined) return this.#denied;
    for (const layer of this.#layers) {
      const found = this.#combine(layer, applicability);
      if (found !== undefined) {
        return found.applicability === "applies" ? found.holder.answer : undefined;
      }
    }
    return this.#default(call.risk);
  }

  #default(risk: Risk | undefined): Answer {
    const answer = this.#behind.get(risk) ?? defaultAnswer(this.#policy, this.#isSensitive, risk);
    this.#behind.set(risk, answer);
    return answer;
  }
}
