import type { Answer } from "../../policy/default-answer.ts";
import type { CallDecision } from "../masked/decide-call.ts";

/** A decision on a saved call without its trace. */
export type SideAnswer = Answer & Pick<CallDecision, "missing">;

/**
 * What base and head answer to a call. The same object for calls of a connector that are answered alike, as far as that is
 * known for free.
 */
export interface Outcome<Mark> {
  readonly base: SideAnswer;
  readonly head: SideAnswer;
  /** Whether either is presumed: the arguments are not available, and a condition bears on the answer. */
  readonly presumed: boolean;
  /** Whatever is worth keeping with it; for whoever asks. */
  mark: Mark | undefined;
}
