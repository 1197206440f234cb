import type { Diagnostic } from "../../source/diagnostic.ts";
import { type KortixDiagnosticId, kortixDiagnostics } from "./diagnostic-kinds.ts";
import { keySpanOf, type Place, spanOf } from "./place.ts";

/** What a diagnostic says besides its id and place. */
export interface Remark {
  /** Lower case, no final stop, the file's text in backticks, one line. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** Point at the key rather than at the value. */
  readonly at?: "key";
}

/** Says something about a place of the manifest. */
export type Report = (id: KortixDiagnosticId, place: Place, remark: Remark) => void;

/** A `Report` that appends to `diagnostics`, in the order of the calls. */
export function reportTo(diagnostics: Diagnostic[]): Report {
  return (id, place, { message, help, at }) => {
    const span = at === "key" ? keySpanOf(place) : spanOf(place);
    diagnostics.push({
      id,
      severity: kortixDiagnostics[id].severity,
      message,
      help,
      path: place.path,
      ...(span === undefined ? {} : { span }),
    });
  };
}
