import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "info";

/** Something a reader of a file has to say about it: what is wrong, where, and what to do. */
export interface Diagnostic {
  /** Stable kebab-case name, `rule-dropped`. */
  readonly id: string;
  readonly severity: Severity;
  /** What and why: lower case, no final stop, the file's text in backticks, one line. */
  readonly message: string;
  /** What to do. */
  readonly help?: string;
  /** Keys and indices from the root of the document: `["policies", 3, "action"]`. */
  readonly path: readonly (string | number)[];
  /** Absent only for a policy that was not read from text. */
  readonly span?: Span;
}

/**
 * A value read from untrusted input, with everything there is to say about it. `value` is undefined when nothing can
 * be read at all; then at least one diagnostic is an error.
 */
export interface Parsed<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** One file's text and the repository path that names it in messages. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}
