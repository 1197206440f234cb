import { agentMayCall } from "./agent-may-call.ts";
import type { Call } from "./call.ts";
import type { TraceStep } from "./decision.ts";
import { defaultAnswer } from "./default-answer.ts";
import { denialWords } from "./denial-words.ts";
import { ruleSteps } from "./evaluate-rule-trace.ts";
import { type PathPlan, pathPlan } from "./path-plan.ts";
import type { Policy } from "./policy.ts";
import { quoted } from "./source/visible-text.ts";

/** One of the things that may decide a call. */
interface Stage {
  readonly step: TraceStep["step"];
  /** What is not looked at when something before has decided. */
  readonly content: string;
  readonly look: () => readonly TraceStep[];
}

/**
 * Everything that was looked at on the way to a decision, in order: the agent's grant if the call names an agent, the
 * connector, each rule, `sensitive`, `default_mode`. Exactly one step decides or is indeterminate; what lies behind it is
 * summed up as not reached.
 */
export function traceOf(policy: Policy, call: Call): readonly TraceStep[] {
  let ended = false;
  return stages(policy, call).flatMap(({ step, content, look }): readonly TraceStep[] => {
    if (ended) return [{ step, outcome: "not-reached", because: content }];
    const steps = look();
    ended = steps.some(({ outcome }) => outcome === "decides" || outcome === "indeterminate");
    return steps;
  });
}

function stages(policy: Policy, call: Call): readonly Stage[] {
  const plan = pathPlan(policy, call);
  const { action, agent } = call;
  const own = plan.connector?.rules ?? [];
  const projectRules = {
    combining: policy.combining,
    rules: policy.rules,
    slug: plan.slug,
    text: `${plan.slug}.${action}`,
    call,
  };
  const ownRules = {
    combining: policy.combining,
    rules: own,
    slug: plan.slug,
    text: action,
    call,
  };
  const grant: Stage = { step: "grant", content: "", look: () => [grantStep(policy, call)] };
  return [
    ...(agent === undefined ? [] : [grant]),
    {
      step: "connector",
      content: "the connector",
      look: () => [connectorStep(policy, call, plan)],
    },
    {
      step: "project",
      content: "the project's rules",
      look: () => ruleSteps("project", projectRules),
    },
    {
      step: "connector",
      content: "the connector's rules",
      look: () => ruleSteps("connector", ownRules),
    },
    { step: "sensitive", content: "`sensitive`", look: () => [sensitiveStep(policy, call, plan)] },
    { step: "default_mode", content: "`default_mode`", look: () => [defaultStep(policy, call)] },
  ];
}

function grantStep(policy: Policy, call: Call): TraceStep {
  const { agent = "", connector } = call;
  if (!agentMayCall(policy.grants, agent, connector)) {
    return { step: "grant", outcome: "decides", because: denialWords.connector_not_assigned(call) };
  }
  const because = `agent ${quoted(agent)} may call ${quoted(connector)}`;
  return { step: "grant", outcome: "passed-over", because };
}

function connectorStep(
  policy: Policy,
  call: Call,
  { denial, connector, slug: seen }: PathPlan,
): TraceStep {
  if (denial !== undefined) {
    return { step: "connector", outcome: "decides", because: denialWords[denial](call) };
  }
  const slug = quoted(call.connector);
  const undeclared =
    policy.connectors === undefined
      ? `the file declares no connectors, so ${slug} is taken as present`
      : `the platform provides ${slug}, which the file does not name`;
  const declared =
    seen === call.connector
      ? `${slug} is declared and enabled`
      : `${slug} is the old name of ${quoted(seen)}, which is declared and enabled`;
  const because = connector === undefined ? undeclared : declared;
  return { step: "connector", outcome: "passed-over", because };
}

function sensitiveStep(policy: Policy, call: Call, { connector, slug: seen }: PathPlan): TraceStep {
  const slug = quoted(seen);
  if (connector?.sensitive !== true) {
    return { step: "sensitive", outcome: "passed-over", because: `${slug} is not sensitive` };
  }
  const { because } = defaultAnswer(policy, true, call.risk);
  return { step: "sensitive", outcome: "decides", because };
}

function defaultStep(policy: Policy, { risk }: Call): TraceStep {
  const { because } = defaultAnswer(policy, false, risk);
  return { step: "default_mode", outcome: "decides", because };
}
