import type { RuleReference } from "../../policy/decision.ts";
import type { Layer, Rule } from "../../policy/rule.ts";

/** How the rules of a policy were edited: what a person did, not what it decides. */
export interface RuleDiff {
  /** The layers that differ: the project's first, then the connectors' by slug. */
  readonly layers: readonly LayerDiff[];
  /** Connectors that came, went or changed their name, by slug. */
  readonly connectors: readonly ConnectorChange[];
}

/** What happened to the rules of one layer. */
export interface LayerDiff {
  readonly layer: Layer;
  /** The connector, by its slug in head where there is one; absent for the project's layer. */
  readonly connector?: string;
  /** By head's order; a removed rule comes where it stood among the kept rules. */
  readonly changes: readonly RuleChange[];
  /** `as-a-set`: so much differs that the order of equal rules was not compared, and no move is looked for. */
  readonly compared: "in-order" | "as-a-set";
}

/** A rule and where it stands. */
export interface PlacedRule {
  readonly rule: Rule;
  readonly reference: RuleReference;
}

/** One thing that was done to one rule. `words` says it on one line: `moved below line 24`. */
export type RuleChange =
  | { readonly kind: "added"; readonly head: PlacedRule; readonly words: string }
  | { readonly kind: "removed"; readonly base: PlacedRule; readonly words: string }
  | {
      readonly kind: "moved";
      readonly base: PlacedRule;
      readonly head: PlacedRule;
      readonly words: string;
    }
  | {
      readonly kind: "edited";
      readonly base: PlacedRule;
      readonly head: PlacedRule;
      readonly parts: readonly RulePart[];
      readonly words: string;
    };

/** What of a rule an edit changed. */
export type RulePart = "match" | "effect" | "conditions";

/** What happened to a connector as a whole. */
export type ConnectorChange =
  | { readonly kind: "added" | "removed"; readonly connector: string; readonly rules: number }
  | { readonly kind: "renamed"; readonly connector: string; readonly formerly: string };
