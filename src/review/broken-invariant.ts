import type { Change } from "../analysis/diff/change.ts";
import { diffPolicies } from "../analysis/diff/diff-policies.ts";
import type { Condition } from "../policy/condition.ts";
import { type Effect, effectWord } from "../policy/effect.ts";
import { parsePattern } from "../policy/pattern/parse-pattern.ts";
import type { Policy } from "../policy/policy.ts";
import { restrictiveness } from "../policy/restrictiveness.ts";
import type { Rule } from "../policy/rule.ts";
import type { Span } from "../policy/source/span.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { Blocker } from "./blocker.ts";
import type { Invariant } from "./gate-config.ts";
import { referencedRule } from "./referenced-rule.ts";

/**
 * Where a policy lets calls through that an invariant forbids, over all possible calls: each class with an example, and
 * what could not be proved. Nothing: it is proved that no call breaks it. A call that never reaches the policy breaks
 * nothing.
 *
 * The policy is compared with itself behind a first rule that gives each call of the invariant what it demands: the
 * classes that differ are those that the policy alone decides otherwise.
 */
export function brokenInvariant(policy: Policy, invariant: Invariant): readonly Blocker[] {
  const { changes, undecided } = diffPolicies(policy, demanding(policy, invariant));
  const [open] = undecided;
  return [
    ...changes
      .filter((change) => breaks(change, invariant))
      .map((change) => broken(change, policy, invariant)),
    ...(open === undefined
      ? []
      : [
          {
            kind: "invariant",
            message: `it could not be proved that ${demandWords(invariant)}: ${open.reason}`,
            help: "make the rules that decide these calls simpler",
          } as const,
        ]),
  ];
}

function demanding(policy: Policy, { call, demand, unless }: Invariant): Policy {
  const effect = demand.kind === "at-least" ? demand.effect : anotherThan(demand.effect);
  // A call is not exempt when one of the exempting conditions fails.
  const alternatives: (readonly Condition[])[] =
    unless.length === 0 ? [[]] : unless.map((one) => [{ ...one, negate: !one.negate }]);
  const first = alternatives.map((conditions) => ({
    layer: "project" as const,
    match: parsePattern(call),
    effect,
    conditions,
  }));
  const rules = [...first, ...policy.rules].map((rule, index): Rule => ({ ...rule, index }));
  return { ...policy, rules };
}

function anotherThan(effect: Effect): Effect {
  return effect === "block" ? "always_run" : "block";
}

/** `from` is what the policy decides. */
function breaks({ from }: Change, { demand }: Invariant): boolean {
  return demand.kind === "never"
    ? from.effect === demand.effect
    : restrictiveness[from.effect] < restrictiveness[demand.effect];
}

function broken({ from, witness }: Change, policy: Policy, invariant: Invariant): Blocker {
  const { connector, action, args = {} } = witness;
  const given = Object.keys(args).length === 0 ? "" : ` with ${quoted(JSON.stringify(args))}`;
  const span = spanOf(from, policy);
  return {
    kind: "invariant",
    message: `${quoted(`${connector}.${action}`)}${given} would be ${effectWord[from.effect as Effect]}, and ${demandWords(invariant)}`,
    help: "mend the rules: no approval overrules this",
    ...(span === undefined ? {} : { span }),
  };
}

function demandWords({ call, demand, unless }: Invariant): string {
  const word = effectWord[demand.effect];
  const must = demand.kind === "never" ? `may never be ${word}` : `must be at least ${word}`;
  return `calls of ${quoted(call)} ${must}${unless.length > 0 ? ", but for its exemptions" : ""}`;
}

/** Where the deciding rule stands. */
function spanOf({ rule }: Change["from"], policy: Policy): Span | undefined {
  return rule === undefined ? undefined : referencedRule(policy, rule)?.span;
}
