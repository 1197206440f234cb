import type { Rule } from "../rule.ts";

/** Whether a rule has a say about a call; `indeterminate`: nobody can tell within the limits of matching. */
export type Applicability = "applies" | "passed-over" | "indeterminate";

/** Something that holds a rule. */
export interface RuleHolder {
  readonly rule: Rule;
}

/** The rule that decides, or that nobody can tell about and that could change what is decided. */
export interface Found<Holder extends RuleHolder> {
  readonly holder: Holder;
  readonly applicability: "applies" | "indeterminate";
}

/**
 * How the rules of one layer, in order, become one decision. Undefined when none of them has a say, and the next layer
 * decides.
 */
export type Combine = <Holder extends RuleHolder>(
  holders: readonly Holder[],
  applicabilityOf: (holder: Holder) => Applicability,
) => Found<Holder> | undefined;
