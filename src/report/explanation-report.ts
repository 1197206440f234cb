import { meetsExpectation } from "../analysis/simulation/expectations.ts";
import type { SavedCall } from "../analysis/simulation/saved-call.ts";
import type { Call } from "../policy/call.ts";
import type { Decision, TraceStep } from "../policy/decision.ts";
import { valueAt } from "../policy/evaluate-condition.ts";
import type { Policy } from "../policy/policy.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { callPath } from "./call-phrase.ts";
import { decisionPhrase, decisionVerb } from "./decision-words.ts";
import { type Block, paragraph } from "./document/block.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { bareText, type Phrase, phrase, quotedText, type Tone, words } from "./document/phrase.ts";
import { type DecisionJson, decisionJson, type RuleJson, ruleJson } from "./json/decision-json.ts";
import { jsonVersion } from "./json/json-text.ts";
import { shownArguments } from "./shown-arguments.ts";

/**
 * Why a call is decided as it is: the decision, then everything that was looked at, in order: each gate and layer, each
 * rule passed over and why, and what decided, with its line. A value that looks like a credential is not repeated.
 */
export function explanationBlocks(
  policy: Policy,
  saved: SavedCall,
  decision: Decision,
): readonly Block[] {
  const { effect, because } = decision;
  const { call, expect } = saved;
  const pinned = expect === undefined || meetsExpectation(saved, decision) ? [] : [expect];
  return [
    paragraph(
      phrase`${callPath(call)} ${words(decisionVerb[effect].one)} (${decisionPhrase(effect)}): ${quotedText(because)}`,
    ),
    ...pinned.map((word) => paragraph(phrase`it is pinned to ${words(word, "red")}`)),
    {
      kind: "table",
      header: ["outcome", "step", "line", "why"].map((name) => words(name)),
      rows: shownTrace(policy, call, decision).map(stepCells),
    },
  ];
}

const outcomes: Readonly<Record<TraceStep["outcome"], readonly [text: string, tone: Tone]>> = {
  decides: ["decides", "bold"],
  "passed-over": ["passed over", "dim"],
  indeterminate: ["cannot be decided", "red"],
  "not-reached": ["not reached", "dim"],
};

const steps: Readonly<Record<TraceStep["step"], string>> = {
  grant: "grant of the agent",
  connector: "connector",
  project: "project rules",
  rule: "rule",
  sensitive: "sensitive",
  default_mode: "default_mode",
};

function stepCells({ step, outcome, rule, because }: TraceStep): readonly Phrase[] {
  const line = rule?.line === undefined ? [] : words(String(rule.line));
  const what =
    rule === undefined
      ? words(steps[step])
      : phrase`${words(rule.layer === "project" ? "rule" : "connector rule")} ${bareText(rule.match)}`;
  // What decides is said in the words of a decision, where foreign text stands without backticks.
  const why = outcome === "decides" ? bareText(because) : messagePhrase(because);
  return [words(...outcomes[outcome]), what, line, why];
}

/** The trace without the values that may not be shown. */
function shownTrace(policy: Policy, call: Call, { trace }: Decision): readonly TraceStep[] {
  const withheld = shownArguments(call, { policies: [policy], redact: [] })
    .filter(({ kind }) => kind === "withheld")
    .map(({ path }) => quoted(String(valueAt(call.args ?? {}, path))));
  return trace.map((step) => ({
    ...step,
    because: withheld.reduce((text, value) => text.replaceAll(value, "not shown"), step.because),
  }));
}

/** What `countersign explain --format json` prints. */
export interface ExplanationJson extends DecisionJson {
  readonly version: 1;
  readonly command: "explain";
  /** `stripe.create_refund`. */
  readonly call: string;
  readonly because: string;
  readonly trace: readonly TraceStepJson[];
  /** Present: the call pins a decision, and `met` says whether it holds. */
  readonly expect?: string;
  readonly met?: boolean;
}

/** One thing that was looked at. */
export interface TraceStepJson {
  readonly step: TraceStep["step"];
  readonly outcome: TraceStep["outcome"];
  readonly rule?: RuleJson;
  readonly because: string;
}

/** An explanation for a JSON report. */
export function explanationJson(
  policy: Policy,
  saved: SavedCall,
  decision: Decision,
): ExplanationJson {
  const { call, expect } = saved;
  return {
    version: jsonVersion,
    command: "explain",
    call: callPath(call),
    ...decisionJson(decision),
    because: decision.because,
    trace: shownTrace(policy, call, decision).map(({ step, outcome, rule, because }) => ({
      step,
      outcome,
      ...(rule === undefined ? {} : { rule: ruleJson(rule) }),
      because,
    })),
    ...(expect === undefined ? {} : { expect, met: meetsExpectation(saved, decision) }),
  };
}
