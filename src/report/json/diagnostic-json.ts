import type { Diagnostic } from "../../policy/source/diagnostic.ts";

/** A remark about a file, in a JSON report. Lines and columns from 1. */
export interface DiagnosticJson {
  readonly id: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly help?: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** A diagnostic for a JSON report. */
export function diagnosticJson({
  id,
  severity,
  message,
  help,
  span,
}: Omit<Diagnostic, "path">): DiagnosticJson {
  return {
    id,
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    ...(span === undefined
      ? {}
      : {
          file: span.file,
          line: span.start.line,
          column: span.start.column,
          endLine: span.end.line,
          endColumn: span.end.column,
        }),
  };
}
