import type { RuleReference } from "../policy/decision.ts";
import type { Policy } from "../policy/policy.ts";
import type { Rule } from "../policy/rule.ts";

/** The rule that a reference of the same policy names. */
export function referencedRule(
  { rules, connectors }: Policy,
  { connector, index }: RuleReference,
): Rule | undefined {
  return (connector === undefined ? rules : connectors?.get(connector)?.rules)?.[index];
}
