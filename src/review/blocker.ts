import type { Span } from "../policy/source/span.ts";

/** Something about the change itself that no approval can overrule: it must be mended first. */
export interface Blocker {
  readonly kind:
    | "unreadable"
    | "dropped"
    | "config"
    | "expectation"
    | "corpus"
    | "catalogue"
    | "invariant"
    | "finding";
  /** One sentence, lower case, no final stop. */
  readonly message: string;
  readonly help?: string;
  readonly span?: Span;
}
