import type { Call } from "../../policy/call.ts";
import type { RuleReference } from "../../policy/decision.ts";
import type { Severity } from "../../policy/source/diagnostic.ts";
import type { Span } from "../../policy/source/span.ts";

/**
 * Something that analysis proved about a policy that reads well. A reader's diagnostics say what is dropped or suspicious in
 * the text; a finding says what the rules that are left do.
 */
export interface Finding {
  /** Stable kebab-case name of its kind, `rule-overruled`. */
  readonly id: string;
  readonly severity: Severity;
  /** What: lower case, no final stop, the file's text in backticks, one line. */
  readonly message: string;
  /** Why it is so, in the same style. */
  readonly why: string;
  /** What to do, in the same style. */
  readonly help: string;
  /** Absent for what no place in a text stands for. */
  readonly span?: Span;
  readonly rule?: RuleReference;
  readonly connector?: string;
  /** A call that shows it. */
  readonly witness?: Call;
  /** A call beside it that is decided otherwise. */
  readonly contrast?: Call;
  /** Other rules that take part. */
  readonly related?: readonly RuleReference[];
}
