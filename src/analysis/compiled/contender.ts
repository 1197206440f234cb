import type { Applicability } from "../../policy/combining/applicability.ts";
import type { Answer } from "../../policy/default-answer.ts";
import type { Candidate } from "../../policy/path-plan.ts";
import type { Rule } from "../../policy/rule.ts";
import type { ConditionTest, ConditionTests } from "./condition-tests.ts";

/** A rule that may decide the calls of a path, with what it answers then. */
export interface Contender {
  readonly rule: Rule;
  /** Whether its `match` is known to match. */
  readonly matches: boolean;
  /** What has to hold. */
  readonly tests: readonly ConditionTest[];
  readonly answer: Answer;
}

/** A candidate, and what its conditions ask. */
export function contender(
  { rule, path, reference, because }: Candidate,
  tests: ConditionTests,
): Contender {
  return {
    rule,
    matches: path === "match",
    tests: [...new Set(rule.conditions.map((condition) => tests.of(condition)))],
    answer: { effect: rule.effect, source: rule.layer, rule: reference, because },
  };
}

/** How a contender fares with the call that the tests are about. */
export function applicability({ matches, tests }: Contender): Applicability {
  let sure = matches;
  for (const test of tests) {
    const outcome = test.outcome();
    if (outcome === "fails") return "passed-over";
    sure &&= outcome === "holds";
  }
  return sure ? "applies" : "indeterminate";
}

/**
 * Of contenders of which the first that is not passed over decides: those that can decide at all, and what is left to ask of
 * each. What is known when one is looked at: all before it were passed over, so where one of them asked a single test, that one
 * fails, and its opposite holds.
 */
export function firstApplicableContenders(all: readonly Contender[]): readonly Contender[] {
  const failed = new Set<ConditionTest>();
  const reachable: Contender[] = [];
  for (const contender of all) {
    if (contender.tests.some((test) => failed.has(test))) continue;
    const tests = contender.tests.filter(({ opposite }) => !failed.has(opposite));
    reachable.push({ ...contender, tests });
    const [first, second] = tests;
    if (first === undefined) break;
    if (second === undefined) failed.add(first);
  }
  return reachable;
}
