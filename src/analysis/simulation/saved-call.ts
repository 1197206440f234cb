import type { Call } from "../../policy/call.ts";

/** What a person pinned for a call: the short words of the three effects. */
export type Expectation = "run" | "hold" | "block";

/** One record of a corpus: a call that was made, how often, and what somebody expects of it. */
export interface SavedCall {
  readonly kind: "call";
  readonly call: Call;
  /** How many real calls the record stands for, at least 1. */
  readonly count: number;
  /** When it was last made: RFC 3339 text, or a number of seconds or milliseconds since 1970. */
  readonly at?: string | number;
  /** When the first of the calls was made that the record stands for, in the same spellings. */
  readonly firstAt?: string | number;
  /** Present: the record is a policy test. */
  readonly expect?: Expectation;
  /** What the platform's own log says about the call; kept, never trusted for a decision. */
  readonly record?: CallRecord;
  readonly file: string;
  /** 1-based; where the record starts. */
  readonly line: number;
}

/** How the platform answered when the call was made, in the log's own words. */
export interface CallRecord {
  readonly status?: string;
  readonly decision?: string;
  readonly decidedAt?: string | number;
  readonly resolvedBy?: string;
}
