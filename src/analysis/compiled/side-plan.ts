import type { Call, Risk } from "../../policy/call.ts";
import type { Applicability, Combine } from "../../policy/combining/applicability.ts";
import { combineRules } from "../../policy/combining/combine-rules.ts";
import { type Answer, defaultAnswer } from "../../policy/default-answer.ts";
import { evaluate } from "../../policy/evaluate.ts";
import type { Candidate, PathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import type { ConditionTest, ConditionTests } from "./condition-test.ts";

type Arguments = NonNullable<Call["args"]>;

/** A rule that may decide, with what it answers then. */
interface Contender {
  readonly rule: Rule;
  /** Whether its `match` is known to match. */
  readonly matches: boolean;
  readonly tests: readonly ConditionTest[];
  readonly answer: Answer;
}

/** What one policy asks of the calls of a path. */
export class SidePlan {
  /** Whether the arguments of a call can make a difference. */
  readonly asks: boolean;
  readonly #policy: Policy;
  readonly #combine: Combine;
  readonly #layers: readonly (readonly Contender[])[];
  readonly #isSensitive: boolean;
  readonly #behind = new Map<Risk | undefined, Answer>();
  /** What is asked now; not a closure of each call, because there are so many. */
  readonly #asked: { args: Arguments } = { args: {} };
  readonly #applicabilityOf = (contender: Contender): Applicability =>
    applicability(contender, this.#asked.args);
  /** The answer to all calls of the path where they never reach the policy. */
  readonly #denied: Answer | undefined;

  /** `plan`: what the policy says of the path. */
  constructor(policy: Policy, path: Call, plan: PathPlan, tests: ConditionTests) {
    const { denial, connector, project, own } = plan;
    const layers =
      policy.combining === "first-applicable" ? reachable(project, own) : [project, own];
    this.#policy = policy;
    this.#denied = denial === undefined ? undefined : evaluate(policy, path);
    this.#combine = combineRules[policy.combining];
    this.#layers = layers.map((layer) => layer.map((candidate) => contender(candidate, tests)));
    this.#isSensitive = connector?.sensitive === true;
    this.asks = denial === undefined && layers.some((layer) => layer.some(isConditional));
  }

  /** The answer to a call with these arguments, of which none that is asked for is masked; undefined where a pattern cannot be decided. */
  answer(args: Arguments, risk: Risk | undefined): Answer | undefined {
    if (this.#denied !== undefined) return this.#denied;
    this.#asked.args = args;
    for (const layer of this.#layers) {
      const found = this.#combine(layer, this.#applicabilityOf);
      if (found !== undefined) {
        return found.applicability === "applies" ? found.holder.answer : undefined;
      }
    }
    return this.#default(risk);
  }

  #default(risk: Risk | undefined): Answer {
    const answer = this.#behind.get(risk) ?? defaultAnswer(this.#policy, this.#isSensitive, risk);
    this.#behind.set(risk, answer);
    return answer;
  }
}

function applicability({ matches, tests }: Contender, args: Arguments): Applicability {
  let sure = matches;
  for (const test of tests) {
    const outcome = test.outcome(args);
    if (outcome === "fails") return "passed-over";
    sure &&= outcome === "holds";
  }
  return sure ? "applies" : "indeterminate";
}

/** The candidates up to the first that decides whatever the arguments are. */
function reachable(
  project: readonly Candidate[],
  own: readonly Candidate[],
): readonly (readonly Candidate[])[] {
  const all = [...project, ...own];
  const last = all.findIndex((candidate) => !isConditional(candidate));
  return [last < 0 ? all : all.slice(0, last + 1)];
}

function isConditional({ rule }: Candidate): boolean {
  return rule.conditions.length > 0;
}

function contender(
  { rule, path, reference, because }: Candidate,
  tests: ConditionTests,
): Contender {
  return {
    rule,
    matches: path === "match",
    tests: rule.conditions.map((condition) => tests.of(condition)),
    answer: { effect: rule.effect, source: rule.layer, rule: reference, because },
  };
}
