import type { Finding } from "../analysis/findings/finding.ts";
import { ruleContent } from "../analysis/rule-diff/rule-content.ts";
import type { Policy } from "../policy/policy.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import { referencedRule } from "./referenced-rule.ts";

/** The same finding on two sides has the same key, wherever its rule stands. */
export function findingKey(
  { id, connector = "", message, rule }: Finding,
  policy: Policy | undefined,
): string {
  const meant =
    policy === undefined || rule === undefined ? undefined : referencedRule(policy, rule);
  return JSON.stringify([id, connector, message, meant === undefined ? "" : ruleContent(meant)]);
}

/** The same remark on a text has the same key, whatever its line. */
export function diagnosticKey({ id, message }: Diagnostic): string {
  return JSON.stringify([id, message]);
}

/** For each of `after`, whether it stood in `before`: one for one, so that a second one of a kind is new. */
export function stoodBefore(
  before: readonly string[],
  after: readonly string[],
): readonly boolean[] {
  const left = new Map<string, number>();
  for (const key of before) left.set(key, (left.get(key) ?? 0) + 1);
  return after.map((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  });
}
