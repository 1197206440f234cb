import { agentMayCall } from "./agent-may-call.ts";
import type { Call } from "./call.ts";
import { combineRules } from "./combining/combine-rules.ts";
import type { Decision } from "./decision.ts";
import { type Answer, defaultAnswer } from "./default-answer.ts";
import { denialWords } from "./denial-words.ts";
import { ruleApplicability, whyRuleIndeterminate } from "./evaluate-rule.ts";
import { type Candidate, pathPlan } from "./path-plan.ts";
import type { Policy } from "./policy.ts";
import { TracedDecision } from "./traced-decision.ts";

/**
 * Decides a call as the platform's gateway does. Kortix semantics: an agent's grant and the connector's presence may refuse it
 * before any rule is read; then the project's rules decide, else the connector's, else `sensitive` holds it, else
 * `default_mode` decides; in each layer the policy's combining algorithm picks the rule. Where a pattern cannot be decided on the way, the effect is
 * `indeterminate` and `rule` names the rule. Never throws; `trace` is made when it is read.
 */
export function evaluate(policy: Policy, call: Call): Decision {
  return new TracedDecision(answerTo(policy, call), policy, call);
}

function answerTo(policy: Policy, call: Call): Answer {
  const { connector, agent } = call;
  if (agent !== undefined && !agentMayCall(policy.grants, agent, connector)) {
    return denied("connector_not_assigned", call);
  }
  const plan = pathPlan(policy, call);
  if (plan.denial !== undefined) return denied(plan.denial, call);
  return (
    ruleAnswer(plan.project, policy, call) ??
    ruleAnswer(plan.own, policy, call) ??
    defaultAnswer(policy, plan.connector?.sensitive === true, call.risk)
  );
}

function denied(source: keyof typeof denialWords, call: Call): Answer {
  return { effect: "denied", source, because: denialWords[source](call) };
}

function ruleAnswer(
  candidates: readonly Candidate[],
  { combining }: Policy,
  { args }: Call,
): Answer | undefined {
  const found = combineRules[combining](candidates, ({ rule, path }) =>
    ruleApplicability(rule, path, args),
  );
  if (found === undefined) return undefined;
  const { rule, path, reference, because } = found.holder;
  if (found.applicability === "applies") {
    return { effect: rule.effect, source: rule.layer, rule: reference, because };
  }
  const why = `${because}: ${whyRuleIndeterminate(rule, path, args)}`;
  return { effect: "indeterminate", source: rule.layer, rule: reference, because: why };
}
