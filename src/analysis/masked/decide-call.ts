import type { Call } from "../../policy/call.ts";
import type { Decision, RuleReference, TraceStep } from "../../policy/decision.ts";
import { evaluate } from "../../policy/evaluate.ts";
import { pathPlan } from "../../policy/path-plan.ts";
import type { Policy } from "../../policy/policy.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { type Completions, completions } from "./completions.ts";
import { isMasked } from "./mask.ts";

/** The decision on a saved call, some of whose arguments a log may have masked. */
export interface CallDecision extends Decision {
  /**
   * Present: the call is undecidable, because it would be decided differently by what stood in these arguments (dotted
   * paths, at least one); `effect` is then `indeterminate`, and `rule` the first rule that cannot be told to apply.
   */
  readonly missing?: readonly string[];
  /** Present: rules (at least one) that may decide the call instead of `rule`, by what is masked. */
  readonly perhaps?: readonly RuleReference[];
}

/**
 * Decides a saved call. Where nothing is masked, exactly as `evaluate`. Otherwise what every call that it can stand for
 * would get, or undecidable; never a guess. It may call undecidable what a closer look at two different patterns could
 * decide, never the reverse.
 */
export function decideCall(policy: Policy, call: Call): CallDecision {
  const { args } = call;
  if (args === undefined || !isMasked(args)) return evaluate(policy, call);
  // Arguments bear on rules alone, so any will do to see whether rules are reached.
  const reached = evaluate(policy, { ...call, args: {} });
  if (reached.effect === "denied") return reached;
  const plan = pathPlan(policy, call);
  const found = completions(policy, call, args, plan);
  if (found.kind === "different") return undecidable(found);
  const { answer } = found;
  const outcome = answer.effect === "indeterminate" ? "indeterminate" : "decides";
  const behindRules = plan.connector?.sensitive === true ? "sensitive" : "default_mode";
  const { rule, because } = answer;
  const step: TraceStep =
    rule === undefined
      ? { step: behindRules, outcome, because }
      : { step: "rule", outcome, rule, because };
  return { ...answer, trace: [step], ...without(rule, found.deciders) };
}

function without(
  rule: RuleReference | undefined,
  deciders: readonly RuleReference[],
): Pick<CallDecision, "perhaps"> {
  const others = deciders.filter((other) => other !== rule);
  return others.length === 0 ? {} : { perhaps: others };
}

function undecidable({
  asked,
  deciders,
  missing,
}: Extract<Completions, { kind: "different" }>): CallDecision {
  const why = `${asked.because}: ${missing.map(quoted).join(", ")} ${missing.length === 1 ? "is" : "are"} masked`;
  return {
    effect: "indeterminate",
    source: asked.rule.layer,
    rule: asked.reference,
    because: why,
    trace: [{ step: "rule", outcome: "indeterminate", rule: asked.reference, because: why }],
    missing,
    ...without(asked.reference, deciders),
  };
}
