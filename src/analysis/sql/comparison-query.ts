import type { Policy } from "../../policy/policy.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { placedRules } from "../decision-space/placed-rules.ts";
import { answerSelect, answerStages, type SqlStage } from "./answer-stages.ts";
import { callItems, logItems } from "./log-stage.ts";
import { policyDecider } from "./policy-decider.ts";
import { ruleTests, type SidedRule } from "./rule-tests.ts";
import type { SqlColumns } from "./sql-columns.ts";
import { type SqlDialect, sqlWriters } from "./sql-dialect.ts";
import type { SqlRefusal } from "./sql-refusal.ts";

/** What a query is to say, and of which log. */
export interface ComparisonOptions {
  readonly dialect: SqlDialect;
  /** SQL behind FROM, as its user writes it: never anything of a policy. */
  readonly table: string;
  readonly columns: SqlColumns;
  /** What the two sides are called. */
  readonly names: Readonly<Record<"base" | "head", string>>;
  /** One line for each call, not for each group. */
  readonly rows?: boolean;
  /** Also what is decided as before. */
  readonly all?: boolean;
  /** Count calls that reach a pattern which the dialect cannot say as undecidable, and refuse nothing. */
  readonly allowUndecidable?: boolean;
}

/** A query, or all that keeps it from being written. */
export type ComparisonQuery =
  | { readonly kind: "query"; readonly sql: string; readonly undecidable: readonly SqlRefusal[] }
  | { readonly kind: "refused"; readonly refusals: readonly SqlRefusal[] };

/**
 * One SELECT that decides each call of a log under both policies as `decideCall` does, and says which are decided differently. A
 * call that it cannot decide exactly stands in a group of its own: it may find undecidable what `decideCall` decides, and never says
 * another decision.
 */
export function comparisonQuery(
  base: Policy,
  head: Policy,
  options: ComparisonOptions,
): ComparisonQuery {
  const writer = sqlWriters[options.dialect]();
  const rules: readonly SidedRule[] = [
    ...placedRules(base).map((placed) => ({ ...placed, side: "base" as const })),
    ...placedRules(head).map((placed) => ({ ...placed, side: "head" as const })),
  ];
  const tests = ruleTests(rules, writer);
  if (tests.refusals.length > 0 && options.allowUndecidable !== true) {
    return { kind: "refused", refusals: tests.refusals };
  }
  const { columns } = options;
  const context = { writer, withAgent: columns.agent !== undefined };
  const deciders = {
    base: policyDecider(base, tests, context),
    head: policyDecider(head, tests, context),
  };
  const stages: readonly SqlStage[] = [
    { items: logItems(columns, writer) },
    { items: callItems(columns, writer) },
    ...tests.stages.map((items) => ({ items: ["*", ...items] })),
    ...answerStages(deciders, options, writer),
  ];
  const withClause = stages.map(({ items, behind = "" }, index) => {
    const from = index === 0 ? `${options.table}\n` : `cs_${index - 1}`;
    const select = `SELECT ${items.join(",\n  ")}\nFROM ${from}${behind}${writer.fence}`;
    return `cs_${index} AS (\n${select.trimEnd()}\n)`;
  });
  const last = answerSelect(`cs_${stages.length - 1}`, options);
  const sql = `${comment(base, head, options)}WITH ${withClause.join(",\n")}\n${last}${writer.settings};\n`;
  return { kind: "query", sql, undecidable: tests.refusals };
}

function comment(base: Policy, head: Policy, options: ComparisonOptions): string {
  const { names, dialect, columns } = options;
  const restricted = [base, head].some(({ grants }) => grants.kind === "restricted");
  const lines = [
    `countersign: calls that are decided differently, for ${dialect}`,
    `base: ${visible(names.base, 200)}`,
    `head: ${visible(names.head, 200)}`,
    "`undecidable here`: the call may be decided either way, because what a rule reads is masked, or is not the same text to this engine",
    "`unreadable`: the row is no call",
    ...(restricted && columns.agent === undefined
      ? ["agents' grants are not looked at, because no column says which agent calls"]
      : []),
  ];
  return lines.map((line) => `-- ${line}\n`).join("");
}
