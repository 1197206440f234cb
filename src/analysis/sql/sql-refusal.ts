import type { RuleReference } from "../../policy/decision.ts";
import type { Span } from "../../policy/source/span.ts";

/** A pattern that a dialect cannot say exactly. */
export interface SqlRefusal {
  readonly side: "base" | "head";
  readonly rule: RuleReference;
  /** Where the rule stands; absent for a policy that was not read from text. */
  readonly span?: Span;
  /** The argument whose condition it is; absent for the rule's own `match`. */
  readonly arg?: string;
  /** The pattern as written. */
  readonly pattern: string;
  /** In words, as a clause about it: "it refers back to a group". */
  readonly because: string;
  /** What to write instead, when there is something. */
  readonly help?: string;
}
