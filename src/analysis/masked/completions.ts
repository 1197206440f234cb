import type { Call } from "../../policy/call.ts";
import type { Applicability } from "../../policy/combining/applicability.ts";
import { combineRules } from "../../policy/combining/combine-rules.ts";
import type { Condition } from "../../policy/condition.ts";
import type { RuleReference } from "../../policy/decision.ts";
import { type Answer, defaultAnswer } from "../../policy/default-answer.ts";
import { whyPatternsIndeterminate } from "../../policy/evaluate-rule.ts";
import type { Candidate, PathPlan } from "../../policy/path-plan.ts";
import type { PatternMatch } from "../../policy/pattern/pattern-match.ts";
import type { Policy } from "../../policy/policy.ts";
import { conditionFor, maskedMatch } from "./masked-condition.ts";

/** What becomes of all the calls that a masked one can stand for. */
export type Completions = Outcome & {
  /** Every rule that may decide it, in their order; perhaps also some that cannot, where there are too many cases. */
  readonly deciders: readonly RuleReference[];
};

type Outcome =
  /** With the rule that decides if nothing that is masked matches. */
  | { readonly kind: "same"; readonly answer: Answer }
  | {
      readonly kind: "different";
      /** The first rule of which nobody can tell whether it applies. */
      readonly asked: Candidate;
      /** The arguments on which the decision depends, sorted. */
      readonly missing: readonly string[];
    };

/** So many cases of what masked arguments may match are looked at; past that a call counts as decided differently. */
const mostCases = 512;

/** What is supposed about comparisons that cannot be made, by argument and pattern. */
type Supposed = ReadonlyMap<string, PatternMatch>;

/** A comparison that cannot be made and decides how to go on. */
interface Question {
  readonly candidate: Candidate;
  readonly condition: Condition;
}

/**
 * Decides a call for each way in which the comparisons with its masked arguments can turn out. The same comparison turns out
 * the same way in every rule; different patterns are taken as independent, which can only make more cases, never fewer.
 */
export function completions(
  policy: Policy,
  { risk }: Call,
  args: NonNullable<Call["args"]>,
  plan: PathPlan,
): Completions {
  let cases = 0;
  const all = [...plan.project, ...plan.own];
  const deciders = new Set<RuleReference>();

  const cased = (supposed: Supposed): Outcome => {
    cases += 1;
    const found = answerUnder(supposed);
    if ("effect" in found) {
      if (found.rule !== undefined) deciders.add(found.rule);
      return { kind: "same", answer: found };
    }
    const { candidate: asked, condition } = found;
    const alone: Outcome = { kind: "different", asked, missing: [condition.arg] };
    if (cases > mostCases) {
      for (const { reference } of all) deciders.add(reference);
      return alone;
    }
    const key = questionKey(condition);
    const [one, other] = (["match", "no-match"] as const).map((match) =>
      cased(new Map([...supposed, [key, match]])),
    ) as [Outcome, Outcome];
    if (one.kind === "same" && other.kind === "same" && one.answer.effect === other.answer.effect) {
      return other;
    }
    return {
      ...alone,
      missing: [...new Set([condition.arg, ...missingOf(one), ...missingOf(other)])].sort(),
    };
  };

  const answerUnder = (supposed: Supposed): Answer | Question => {
    const questions: Question[] = [];
    const layer = (candidates: readonly Candidate[]): Answer | undefined => {
      const found = combineRules[policy.combining](candidates, (candidate) => {
        const applicability = applicabilityOf(candidate, args, supposed);
        if (typeof applicability === "string") return applicability;
        questions.push({ candidate, condition: applicability });
        return "passed-over";
      });
      if (found === undefined) return undefined;
      const { rule, reference, because } = found.holder;
      const decided = { source: rule.layer, rule: reference };
      return found.applicability === "applies"
        ? { ...decided, effect: rule.effect, because }
        : {
            ...decided,
            effect: "indeterminate",
            because: `${because}: ${whyIndeterminate(found.holder, args)}`,
          };
    };
    const answer =
      layer(plan.project) ??
      (questions.length > 0 ? undefined : layer(plan.own)) ??
      defaultAnswer(policy, plan.connector?.sensitive === true, risk);
    return questions[0] ?? answer;
  };

  const outcome = cased(new Map());
  const references = all.map(({ reference }) => reference);
  return { ...outcome, deciders: references.filter((rule) => deciders.has(rule)) };
}

function whyIndeterminate({ rule, path }: Candidate, args: NonNullable<Call["args"]>): string {
  const undecided = rule.conditions.filter(
    (condition) => maskedMatch(condition, args) === "indeterminate",
  );
  return whyPatternsIndeterminate([
    ...(path === "indeterminate" ? [rule.match] : []),
    ...undecided.map(({ match }) => match),
  ]);
}

function missingOf(found: Outcome): readonly string[] {
  return found.kind === "same" ? [] : found.missing;
}

function questionKey({ arg, match }: Condition): string {
  return `${arg} ${match.kind} ${match.text}`;
}

/** How a rule fares, or its first condition that would have to be known. What surely fails outweighs what is not known. */
function applicabilityOf(
  { rule: { conditions }, path }: Candidate,
  args: NonNullable<Call["args"]>,
  supposed: Supposed,
): Applicability | Condition {
  let sure = path === "match";
  let unknown: Condition | undefined;
  for (const condition of conditions) {
    const match = supposed.get(questionKey(condition)) ?? maskedMatch(condition, args);
    if (match === "unknown") {
      unknown ??= condition;
      continue;
    }
    const outcome = conditionFor(condition, match);
    if (outcome === "fails") return "passed-over";
    sure &&= outcome === "holds";
  }
  return unknown ?? (sure ? "applies" : "indeterminate");
}
