import type { BadLine } from "../simulation/bad-line.ts";
import type { SavedCall } from "../simulation/saved-call.ts";
import type { CallTrail } from "./call-trail.ts";
import type { LoggedArguments } from "./logged-arguments.ts";
import type { PolicyAnswer } from "./policy-answer.ts";

/** A call that a log records. */
export interface LoggedCall {
  readonly kind: "logged-call";
  readonly saved: SavedCall;
  readonly answer: Exclude<PolicyAnswer, "carried-over">;
  /** Why the call ended as it did, in the platform's word: `policy_block`, `action_not_found`. */
  readonly reason?: string;
  /** Present: the slug that the caller sent, where rules see another. */
  readonly sentAs?: string;
  readonly extent: LoggedArguments["extent"];
  /** Equal for calls of one session, as sent. */
  readonly thread: string;
  readonly trail: CallTrail;
}

/** A record that is no call by itself. */
export interface LogNote {
  /** `carry-over`: the next call of the thread runs by an approval. `approval`: a person decided about a held call. */
  readonly kind: "carry-over" | "approval" | "other-event";
  readonly thread: string;
  readonly trail: CallTrail;
}

/** What a log holds, in file order. */
export type LogEntry = LoggedCall | LogNote | BadLine;
