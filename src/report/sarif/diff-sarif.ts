import { diagnosticKey, stoodBefore } from "../../review/standing-remarks.ts";
import type { DiffFacts } from "../diff-report.ts";
import { located } from "./located-remark.ts";
import type { RunNote, SarifReport } from "./sarif-report.ts";
import { savedCallNotes, savedCallRemarks } from "./saved-call-remarks.ts";

/**
 * What is wrong with the manifest after a change, and whether it was there before. What is decided differently is for
 * owners to approve and no defect of a file, so it is counted and is no result.
 */
export function diffSarif({ base, head, diff, deltas, saved }: DiffFacts): SarifReport {
  const stood = stoodBefore(
    base.diagnostics.map(diagnosticKey),
    head.diagnostics.map(diagnosticKey),
  );
  return {
    command: "diff",
    remarks: [
      ...head.diagnostics.map((diagnostic, index) => ({
        ...located(diagnostic, head.name, undefined),
        standing: stood[index] === true,
      })),
      ...(saved === undefined ? [] : savedCallRemarks(saved.simulation)),
    ],
    notes: [
      ...countNote(diff.changes.length, "note", "classes of calls that are decided differently"),
      ...countNote(diff.undecided.length, "warning", "places where that could not be proved"),
      ...countNote(deltas.length, "note", "connectors that the change affects"),
      ...(saved === undefined ? [] : savedCallNotes(saved.simulation)),
    ],
  };
}

function countNote(count: number, level: RunNote["level"], what: string): readonly RunNote[] {
  return count === 0 ? [] : [{ level, text: `${what}: ${count}` }];
}
