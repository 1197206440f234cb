import type { Finding } from "../../analysis/findings/finding.ts";
import type { Diagnostic } from "../../policy/source/diagnostic.ts";
import { type DiagnosticJson, diagnosticJson } from "./diagnostic-json.ts";
import { type FindingJson, findingJson } from "./finding-json.ts";
import { jsonVersion } from "./json-text.ts";

/** What `countersign lint --format json` prints. */
export interface LintJson {
  readonly version: 1;
  readonly command: "lint";
  /** What the platform drops, and what is suspicious in the text. */
  readonly remarks: readonly DiagnosticJson[];
  /** What the rules do that nobody can have meant. */
  readonly findings: readonly FindingJson[];
  /** How many of both `findings.ignore` of the configuration silences. */
  readonly ignored: number;
}

/** Remarks on manifests, and findings about their rules, as a JSON report. */
export function lintJson(
  diagnostics: readonly Diagnostic[],
  findings: readonly Finding[],
  ignored: number,
): LintJson {
  return {
    version: jsonVersion,
    command: "lint",
    remarks: diagnostics.map(diagnosticJson),
    findings: findings.map(findingJson),
    ignored,
  };
}
