import type { Finding } from "../analysis/findings/finding.ts";
import type { Policy } from "../policy/policy.ts";
import type { Rule } from "../policy/rule.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { Span } from "../policy/source/span.ts";

/** An order of the configuration not to show a finding, with the reason and the day until which it holds. */
export interface Suppression {
  /** Of a kind of finding, or of a diagnostic that is no error. */
  readonly id: string;
  /** The pattern of the rule that it is about, as the manifest writes it; undefined: whatever rule. */
  readonly rule: string | undefined;
  readonly reason: string;
  /** The last day on which it holds, in UTC: `2026-12-31`. */
  readonly until: string;
  /** The end of that day, milliseconds since the epoch. */
  readonly endsAt: number;
  /** Where it stands in the configuration. */
  readonly span: Span;
}

/** What can be suppressed: what analysis found about rules, and what a reader says of a text. */
export type Suppressible = Finding | Diagnostic;

/**
 * Whether a suppression means something that is said of a policy, be it in force or not. A diagnostic belongs to the rule
 * in whose entry it stands.
 */
export function means(
  { id, rule }: Suppression,
  remark: Suppressible,
  policy: Policy | undefined,
): boolean {
  if (remark.id !== id) return false;
  if (rule === undefined) return true;
  if ("why" in remark) return remark.rule?.match === rule;
  return everyRule(policy).some(
    ({ match, span }) => match.text === rule && holds(span, remark.span),
  );
}

function everyRule(policy: Policy | undefined): readonly Rule[] {
  if (policy === undefined) return [];
  const connectors = [...(policy.connectors?.values() ?? [])];
  return [...policy.rules, ...connectors.flatMap(({ rules }) => rules)];
}

function holds(outer: Span | undefined, inner: Span | undefined): boolean {
  if (outer === undefined || inner === undefined) return false;
  return (
    outer.file === inner.file &&
    outer.start.offset <= inner.start.offset &&
    inner.end.offset <= outer.end.offset
  );
}
