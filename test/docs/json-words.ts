import type { RuleChange } from "../../src/analysis/rule-diff/rule-diff.ts";
import type { Decision, TraceStep } from "../../src/policy/decision.ts";
import { blockerMeanings } from "../../src/report/review/blocker-meanings.ts";
import type { Verdict } from "../../src/review/verdict.ts";
import { markdownTable } from "./generated-parts.ts";

type Meanings<Word extends string> = Readonly<Record<Word, string>>;

const sources: Meanings<Decision["source"]> = {
  project: "a rule of the project",
  connector: "a rule of the connector",
  risk_default: "`sensitive: true`, or `default_mode: risk`",
  allow_all: "`default_mode: allow_all`",
  connector_not_found: "denied: the connector is not declared",
  connector_disabled: "denied: the connector is disabled",
  connector_not_assigned: "denied: the agent is not granted the connector",
};

const steps: Meanings<TraceStep["step"]> = {
  grant: "the agent's grant, where the call names an agent",
  connector: "the connector: whether it is there; or all its rules, where they are not reached",
  project: "all rules of the project, where there are none or they are not reached",
  rule: "one rule",
  sensitive: "`sensitive` of the connector",
  default_mode: "`policy.default_mode`",
};

const outcomes: Meanings<TraceStep["outcome"]> = {
  decides: "this decided",
  "passed-over": "it had no say",
  indeterminate: "nobody can tell whether it decides",
  "not-reached": "something before it decided",
};

const ruleChanges: Meanings<RuleChange["kind"]> = {
  added: "only `head`",
  removed: "only `base`",
  moved: "`base` and `head`: the same rule at another place",
  edited: "`base` and `head`: another pattern, action or conditions",
};

const verdicts: Meanings<Verdict["kind"]> = {
  "closed-by-change": "something must be mended first: see `blockers`",
  "closed-by-setup": "the base has no configuration that can be read, so nobody can be asked",
  waiting: "owners must approve: see `requirements`",
  overridden: "never in a checkout: people of the break-glass team opened the gate for a time",
  open: "nothing to countersign",
};

/** Every word that a JSON report uses for a kind of thing, by the key that holds it. */
export function jsonWords(): string {
  return [
    table("`source` of a decision", sources),
    table("`step` of an explanation", steps),
    table("`outcome` of a step", outcomes),
    table("`kind` of a rule's change", ruleChanges),
    table("`verdict` of a review", verdicts),
    table("`kind` of a blocker", blockerMeanings),
  ].join("\n\n");
}

function table(title: string, meanings: Meanings<string>): string {
  const rows = Object.entries(meanings).map(([word, meaning]) => [`\`${word}\``, meaning]);
  return markdownTable([title, "meaning"], rows);
}
