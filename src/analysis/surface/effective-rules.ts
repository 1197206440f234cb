import type { CombiningAlgorithm, DefaultMode, Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import { canMatchConnector } from "./can-match-connector.ts";
import { presenceOf } from "./presence.ts";

/** What can decide a call of one connector, in order. Two policies with equal effective rules decide it alike. */
export type EffectiveRules =
  | { readonly kind: "denied" }
  | {
      readonly kind: "decided";
      readonly combining: CombiningAlgorithm;
      readonly project: readonly Rule[];
      readonly own: readonly Rule[];
      /** What stands behind the rules; `unreached` when a rule decides every call before it. */
      readonly behind: "sensitive" | DefaultMode | "unreached";
    };

/** The rules that can decide a call of one connector, without those that certainly never do. */
export function effectiveRules(policy: Policy, slug: string): EffectiveRules {
  if (presenceOf(policy, slug) !== "present") return { kind: "denied" };
  const connector = policy.connectors?.get(slug);
  const project = upToCatchAll(
    policy,
    policy.rules.filter(({ match }) => canMatchConnector(match, slug)),
  );
  const own = project.decidesAll ? nothing : upToCatchAll(policy, connector?.rules ?? []);
  const behind = connector?.sensitive === true ? "sensitive" : policy.defaultMode;
  return {
    kind: "decided",
    combining: policy.combining,
    project: project.rules,
    own: own.rules,
    behind: project.decidesAll || own.decidesAll ? "unreached" : behind,
  };
}

interface LayerRules {
  readonly rules: readonly Rule[];
  readonly decidesAll: boolean;
}

const nothing: LayerRules = { rules: [], decidesAll: false };

/** An unconditional `*` decides whatever comes to it, so nothing behind it counts. */
function upToCatchAll({ combining }: Policy, rules: readonly Rule[]): LayerRules {
  const at = rules.findIndex(isCatchAll);
  return combining === "first-applicable" && at >= 0
    ? { rules: rules.slice(0, at + 1), decidesAll: true }
    : { rules, decidesAll: false };
}

function isCatchAll({ match, conditions }: Rule): boolean {
  return match.kind === "anything" && conditions.length === 0;
}

/** Whether a call of the connector can be held for a person; true may be a false alarm. */
export function canHold(policy: Policy, slug: string): boolean {
  const effective = effectiveRules(policy, slug);
  if (effective.kind === "denied") return false;
  const { project, own, behind } = effective;
  if (behind === "sensitive" || behind === "risk") return true;
  return [...project, ...own].some(({ effect }) => effect === "require_approval");
}
