import type { Condition } from "./condition.ts";
import type { Effect } from "./effect.ts";
import type { Pattern } from "./pattern/pattern.ts";
import type { Span } from "./source/span.ts";

/** The two layers that hold rules: the project's, on `connector.action`; a connector's, on `action`. */
export type Layer = "project" | "connector";

/** One policy rule that survived loading. */
export interface Rule {
  readonly layer: Layer;
  /** Position among the kept rules of its layer, from 0. */
  readonly index: number;
  readonly match: Pattern;
  readonly effect: Effect;
  /** Empty: the rule applies to every call that it matches. */
  readonly conditions: readonly Condition[];
  /** Where the rule stands; absent for a policy that was not read from text. */
  readonly span?: Span;
}
