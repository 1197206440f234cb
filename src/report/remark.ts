import type { Diagnostic } from "../policy/source/diagnostic.ts";

/** What there is to say about a place in a file, whoever says it: a reader's diagnostic or a finding. */
export interface Remark extends Pick<Diagnostic, "id" | "severity" | "message" | "help" | "span"> {
  /** Why it is so, where that is a sentence of its own. */
  readonly why?: string;
}
