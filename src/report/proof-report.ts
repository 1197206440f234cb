import type { RuleExplanation } from "../analysis/findings/explain-rule.ts";
import type { Call } from "../policy/call.ts";
import type { Decision, RuleReference } from "../policy/decision.ts";
import { evaluate } from "../policy/evaluate.ts";
import type { Policy } from "../policy/policy.ts";
import { callPath } from "./call-phrase.ts";
import { type Block, paragraph } from "./document/block.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { type Phrase, phrase, words } from "./document/phrase.ts";
import { explanationBlocks } from "./explanation-report.ts";
import { type DecisionJson, decisionJson, type RuleJson, ruleJson } from "./json/decision-json.ts";
import { type CallJson, callJson } from "./json/finding-json.ts";
import { jsonVersion } from "./json/json-text.ts";

/** A rule that was asked about, and what came of it. */
export interface RuleProofFacts {
  readonly policy: Policy;
  readonly rule: RuleReference;
  readonly explanation: RuleExplanation;
}

/** A call that a rule decides, with its trace; or why there is none, or why neither is known. */
export function proofBlocks({ policy, rule, explanation }: RuleProofFacts): readonly Block[] {
  const name = namePhrase(rule);
  switch (explanation.kind) {
    case "decides":
      return [
        paragraph(phrase`${name} decides this call: ${callText(explanation.call)}`),
        ...trace(policy, explanation.call),
      ];
    case "never":
      return [
        paragraph(phrase`${name} decides no call: ${messagePhrase(explanation.why)}`),
        ...(explanation.otherwise === undefined
          ? []
          : [
              paragraph(
                phrase`It matches this call, which is decided otherwise: ${callText(explanation.otherwise)}`,
              ),
              ...trace(policy, explanation.otherwise),
            ]),
      ];
    case "unknown":
      return [
        paragraph(
          phrase`whether ${name} decides any call could not be proved: ${messagePhrase(explanation.why)}`,
        ),
      ];
  }
}

function namePhrase({ layer, match, line }: RuleReference): Phrase {
  const kind = words(layer === "project" ? "rule" : "connector rule");
  return phrase`${kind} ${match}${words(line === undefined ? "" : ` (line ${line})`)}`;
}

function callText(call: Call): string {
  return `${callPath(call)} ${JSON.stringify({ ...call.args })}`;
}

function trace(policy: Policy, call: Call): readonly Block[] {
  return explanationBlocks(
    policy,
    { kind: "call", call, count: 1, file: "CALL", line: 1 },
    evaluate(policy, call),
  );
}

/** What `countersign prove --format json` prints. */
export interface ProofJson {
  readonly version: 1;
  readonly command: "prove";
  readonly rule: RuleJson;
  readonly outcome: RuleExplanation["kind"];
  /** A call that the rule decides; of a rule that never does, one that it matches and that is decided otherwise. */
  readonly call?: CallJson;
  /** How the call is decided. */
  readonly decision?: DecisionJson;
  /** Why the rule decides nothing, or why that is not known. */
  readonly why?: string;
  /** Rules before it that leave it nothing. */
  readonly blockers: readonly RuleJson[];
}

/** The same for a JSON report. */
export function proofJson({ policy, rule, explanation }: RuleProofFacts): ProofJson {
  const call = explanation.kind === "decides" ? explanation.call : otherwiseOf(explanation);
  const decision: Decision | undefined = call && evaluate(policy, call);
  return {
    version: jsonVersion,
    command: "prove",
    rule: ruleJson(rule),
    outcome: explanation.kind,
    ...(call === undefined ? {} : { call: callJson(call) }),
    ...(decision === undefined ? {} : { decision: decisionJson(decision) }),
    ...(explanation.kind === "decides" ? {} : { why: explanation.why }),
    blockers:
      explanation.kind === "never"
        ? explanation.blockers.map((one) => ruleJson(one.reference))
        : [],
  };
}

function otherwiseOf(explanation: RuleExplanation): Call | undefined {
  return explanation.kind === "never" ? explanation.otherwise : undefined;
}
