import type { Finding } from "../../analysis/findings/finding.ts";
import type { Call, Json, Risk } from "../../policy/call.ts";
import { type RuleJson, ruleJson } from "./decision-json.ts";
import { type DiagnosticJson, diagnosticJson } from "./diagnostic-json.ts";

/** A call that shows something, in a JSON report. */
export interface CallJson {
  readonly connector: string;
  readonly action: string;
  readonly args?: { readonly [key: string]: Json };
  readonly risk?: Risk;
}

/** What analysis found about the rules of a policy, in a JSON report. */
export interface FindingJson extends DiagnosticJson {
  readonly why: string;
  readonly rule?: RuleJson;
  readonly connector?: string;
  /** A call that shows it. */
  readonly witness?: CallJson;
  /** A call beside it that is decided otherwise. */
  readonly contrast?: CallJson;
  /** Other rules that take part. */
  readonly related: readonly RuleJson[];
}

/** A finding for a JSON report. */
export function findingJson(finding: Finding): FindingJson {
  const { why, rule, connector, witness, contrast, related = [] } = finding;
  return {
    ...diagnosticJson(finding),
    why,
    ...(rule === undefined ? {} : { rule: ruleJson(rule) }),
    ...(connector === undefined ? {} : { connector }),
    ...(witness === undefined ? {} : { witness: callJson(witness) }),
    ...(contrast === undefined ? {} : { contrast: callJson(contrast) }),
    related: related.map(ruleJson),
  };
}

/** A call for a JSON report: the keys of `CallJson` alone. */
export function callJson({ connector, action, args, risk }: Call): CallJson {
  return {
    connector,
    action,
    ...(args === undefined ? {} : { args }),
    ...(risk === undefined ? {} : { risk }),
  };
}
