import type { Diagnostic } from "../../policy/source/diagnostic.ts";
import type { CheckSummary } from "../check/check-tally.ts";
import { located } from "./located-remark.ts";
import type { SarifReport } from "./sarif-report.ts";
import { savedCallNotes, savedCallRemarks } from "./saved-call-remarks.ts";

/** A manifest that saved calls were decided under. */
export interface CheckedManifest {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What is wrong with a manifest, and which pinned decisions it does not give. A call that is decided is no result, whatever
 * the decision.
 */
export function checkSarif(
  { name, diagnostics }: CheckedManifest,
  summary: CheckSummary,
): SarifReport {
  const { indeterminate } = summary.byEffect;
  return {
    command: "check",
    remarks: [
      ...diagnostics.map((diagnostic) => located(diagnostic, name, undefined)),
      ...savedCallRemarks(summary),
    ],
    notes: [
      ...savedCallNotes(summary),
      ...(indeterminate.calls === 0
        ? []
        : [
            {
              level: "warning",
              text: `saved calls that cannot be decided: ${indeterminate.calls}`,
            } as const,
          ]),
    ],
  };
}
