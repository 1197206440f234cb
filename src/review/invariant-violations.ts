import type { Change, Undecided } from "../analysis/diff/change.ts";
import { diffPolicies } from "../analysis/diff/diff-policies.ts";
import { restrictiveness } from "../analysis/simulation/outcome.ts";
import type { Effect } from "../policy/effect.ts";
import { parsePattern } from "../policy/pattern/parse-pattern.ts";
import type { Policy } from "../policy/policy.ts";
import type { Rule } from "../policy/rule.ts";
import type { Invariant } from "./gate-config.ts";

/** Where a policy breaks an invariant, or where it could not be proved that it does not. */
export interface InvariantViolation {
  readonly invariant: Invariant;
  /** Classes of calls that get a decision they must not get, each with a witness. */
  readonly changes: readonly Change[];
  /** What could not be proved, which counts as broken. */
  readonly undecided: readonly Undecided[];
}

/**
 * The invariants that a policy breaks, over all possible calls. An invariant is a rule that stands above all others: a
 * call that such a rule would decide differently is one that the policy decides as it must not. A call that never reaches
 * the policy breaks nothing.
 */
export function invariantViolations(
  policy: Policy,
  invariants: readonly Invariant[],
): readonly InvariantViolation[] {
  return invariants
    .map((invariant) => {
      const { changes, undecided } = diffPolicies(policy, under(policy, invariant));
      return {
        invariant,
        changes: changes.filter(({ from }) => breaks(from.effect, invariant)),
        undecided,
      };
    })
    .filter(({ changes, undecided }) => changes.length > 0 || undecided.length > 0);
}

/** The policy with the invariant enforced. Exempt are the calls that meet every condition of `unless`. */
function under(policy: Policy, { call, demand, unless }: Invariant): Policy {
  const rule: Omit<Rule, "index" | "conditions"> = {
    layer: "project",
    match: parsePattern(call),
    effect: demand.kind === "at-least" ? demand.effect : otherThan(demand.effect),
  };
  const conditions =
    unless.length === 0
      ? [[]]
      : unless.map((condition) => [{ ...condition, negate: !condition.negate }]);
  const enforced = conditions.map((each, index) => ({ ...rule, index, conditions: each }));
  const rules = policy.rules.map((each) => ({ ...each, index: each.index + enforced.length }));
  return { ...policy, rules: [...enforced, ...rules] };
}

/** Any other effect: a call that gets it instead is one that got the forbidden one. */
function otherThan(effect: Effect): Effect {
  return effect === "block" ? "always_run" : "block";
}

function breaks(effect: Change["from"]["effect"], { demand }: Invariant): boolean {
  return demand.kind === "never"
    ? effect === demand.effect
    : restrictiveness[effect] < restrictiveness[demand.effect];
}
