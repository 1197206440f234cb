import type { Call } from "../../policy/call.ts";
import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";

/** The argument paths that conditions read of rules which can match the call under one of the policies, sorted. */
export function readArguments(
  { connector, action }: Call,
  policies: readonly Policy[],
): readonly string[] {
  const rules = policies.flatMap((policy) => [
    ...matching(policy.rules, `${connector}.${action}`),
    ...matching(policy.connectors?.get(connector)?.rules ?? [], action),
  ]);
  return [...new Set(rules.flatMap(({ conditions }) => conditions.map(({ arg }) => arg)))].sort();
}

function matching(rules: readonly Rule[], text: string): readonly Rule[] {
  return rules.filter(
    ({ conditions, match }) => conditions.length > 0 && matchPattern(match, text) !== "no-match",
  );
}
