import type { Severity } from "./diagnostic.ts";

/** What a diagnostic id stands for, for the documentation. */
export interface DiagnosticKind {
  readonly severity: Severity;
  /** One line. */
  readonly meaning: string;
}

/** Everything that reading one YAML file can report. */
export const documentDiagnostics = {
  "not-text": {
    severity: "error",
    meaning: "the file is not UTF-8 text, or holds a NUL character",
  },
  "not-yaml": {
    severity: "error",
    meaning: "the file is not one YAML document, so nothing in it can be read",
  },
  "too-costly": {
    severity: "error",
    meaning: "the file is larger, deeper or more repetitive than this reader accepts",
  },
  "yaml-warning": {
    severity: "warning",
    meaning: "the YAML reads, but a tag or directive in it is unknown and has no effect",
  },
} as const satisfies Record<string, DiagnosticKind>;
