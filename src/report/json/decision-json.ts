import type { Decision, RuleReference } from "../../policy/decision.ts";
import { decisionWord } from "../decision-words.ts";

/** A rule in a JSON report. */
export interface RuleJson {
  readonly layer: "project" | "connector";
  /** The connector whose rule it is; absent for a project rule. */
  readonly connector?: string;
  /** Position in its layer, from 0. */
  readonly index: number;
  readonly match: string;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

/** How one policy answers, in a JSON report. */
export interface DecisionJson {
  /** `run`, `hold`, `block`, `denied` (never reaches the policy), `undecided`. */
  readonly decision: string;
  /** `project`, `connector`, `risk_default`, `allow_all`, or why the policy is not reached. */
  readonly source: Decision["source"];
  readonly rule?: RuleJson;
}

/** A decision, or one side of a change, for a JSON report. */
export function decisionJson({
  effect,
  source,
  rule,
}: Pick<Decision, "effect" | "source" | "rule">): DecisionJson {
  return {
    decision: decisionWord[effect],
    source,
    ...(rule === undefined ? {} : { rule: ruleJson(rule) }),
  };
}

/** A rule's reference for a JSON report: the keys of `RuleJson` alone. */
export function ruleJson({ layer, connector, index, match, file, line }: RuleReference): RuleJson {
  return {
    layer,
    ...(connector === undefined ? {} : { connector }),
    index,
    match,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
  };
}
