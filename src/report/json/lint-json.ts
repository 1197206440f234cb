import type { Diagnostic } from "../../policy/source/diagnostic.ts";
import { type DiagnosticJson, diagnosticJson } from "./diagnostic-json.ts";
import { jsonVersion } from "./json-text.ts";

/** What `countersign lint --format json` prints. */
export interface LintJson {
  readonly version: 1;
  readonly command: "lint";
  readonly remarks: readonly DiagnosticJson[];
}

/** Remarks on manifests as a JSON report. */
export function lintJson(diagnostics: readonly Diagnostic[]): LintJson {
  return { version: jsonVersion, command: "lint", remarks: diagnostics.map(diagnosticJson) };
}
