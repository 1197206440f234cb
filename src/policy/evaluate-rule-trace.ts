import type { Call } from "./call.ts";
import type { Applicability } from "./combining/applicability.ts";
import { combineRules } from "./combining/combine-rules.ts";
import { whyConditionFails } from "./condition-words.ts";
import type { TraceStep } from "./decision.ts";
import { conditionOutcome } from "./evaluate-condition.ts";
import { ruleApplicability, whyRuleIndeterminate } from "./evaluate-rule.ts";
import { matchPattern } from "./pattern/match-pattern.ts";
import type { PatternMatch } from "./pattern/pattern-match.ts";
import type { CombiningAlgorithm } from "./policy.ts";
import type { Layer, Rule } from "./rule.ts";
import { ruleReference } from "./rule-reference.ts";
import { ruleWords } from "./rule-words.ts";

/** The rules of one layer, and what their `match` is held against. */
export interface RuleLayer {
  readonly combining: CombiningAlgorithm;
  readonly rules: readonly Rule[];
  /** The connector as rules see it. */
  readonly slug: string;
  /** The path as this layer sees it. */
  readonly text: string;
  readonly call: Call;
}

/** How one rule fares on a call. */
interface Trial {
  readonly rule: Rule;
  readonly path: PatternMatch;
  readonly applicability: Applicability;
}

/**
 * One step for each rule that is looked at, with its reason, in order; then one step for those that are not reached. One step
 * says so when there is no rule.
 */
export function ruleSteps(
  layer: Layer,
  { combining, rules, slug, text, call }: RuleLayer,
): readonly TraceStep[] {
  if (rules.length === 0) {
    const whose = layer === "project" ? "the project" : "the connector";
    return [{ step: layer, outcome: "passed-over", because: `${whose} has no rules` }];
  }
  const trials = rules.map((rule): Trial => {
    const path = matchPattern(rule.match, text);
    return { rule, path, applicability: ruleApplicability(rule, path, call.args) };
  });
  const found = combineRules[combining](trials, ({ applicability }) => applicability)?.holder;
  const last =
    combining === "first-applicable" && found !== undefined
      ? trials.indexOf(found)
      : trials.length - 1;
  const left = trials.length - 1 - last;
  const steps = trials
    .slice(0, last + 1)
    .map((trial) => trialStep(trial, trial === found, slug, call.args));
  if (left === 0) return steps;
  const because = left === 1 ? "1 rule after it" : `${left} rules after it`;
  return [...steps, { step: layer, outcome: "not-reached", because }];
}

function trialStep(
  { rule, path, applicability }: Trial,
  found: boolean,
  slug: string,
  args: Call["args"],
): TraceStep {
  const outcome = {
    applies: "decides",
    indeterminate: "indeterminate",
    "passed-over": "passed-over",
  } as const;
  const because = why[applicability](rule, path, args);
  return {
    step: "rule",
    outcome: found ? outcome[applicability] : "passed-over",
    rule: ruleReference(rule, slug),
    because:
      found || applicability === "passed-over"
        ? because
        : `${because}; another rule restricts more`,
  };
}

const why: Record<Applicability, (rule: Rule, path: PatternMatch, args: Call["args"]) => string> = {
  applies: (rule, _path, args) =>
    args === undefined && rule.conditions.length > 0
      ? `${ruleWords(rule)}: the arguments are not available, so it counts as applying`
      : ruleWords(rule),
  indeterminate: whyRuleIndeterminate,
  "passed-over": whyPassedOver,
};

function whyPassedOver(rule: Rule, path: PatternMatch, args: Call["args"]): string {
  if (path === "no-match") return "the path does not match";
  if (args === undefined)
    return "the arguments are not available, so its conditions count as failing";
  return rule.conditions
    .filter((condition) => conditionOutcome(condition, args) === "fails")
    .map((condition) => whyConditionFails(condition, args))
    .join("; ");
}
