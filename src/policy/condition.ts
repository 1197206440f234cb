import type { Pattern } from "./pattern/pattern.ts";

/** A test of one argument. All conditions of a rule must hold for the rule to apply. */
export interface Condition {
  /** Dotted path into the arguments, `message.channel`. */
  readonly arg: string;
  readonly match: Pattern;
  readonly negate: boolean;
}
