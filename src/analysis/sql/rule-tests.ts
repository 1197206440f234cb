import type { Condition } from "../../policy/condition.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { PlacedRule } from "../decision-space/placed-rules.ts";
import { argumentStages } from "./argument-stages.ts";
import type { SqlRefusal } from "./sql-refusal.ts";
import type { SqlWriter, TextTest } from "./sql-writer.ts";
import { passes, patternTest, unsayable } from "./text-tests.ts";
import { Unsayable } from "./unsayable.ts";

/** A rule of one of the two policies. */
export interface SidedRule extends PlacedRule {
  readonly side: SqlRefusal["side"];
}

/** Columns that tell which rules apply to a call. */
export interface RuleTests {
  /** One list of select items a stage; each may read the columns of those before it. */
  readonly stages: readonly (readonly string[])[];
  /** The column of a rule: TRUE it applies, FALSE it is passed over, NULL nobody can tell here. Equal rules share one. */
  readonly columnOf: (rule: PlacedRule) => string;
  /** Patterns that the dialect cannot say; their tests are NULL. */
  readonly refusals: readonly SqlRefusal[];
}

/**
 * Tests of rules on the columns `connector`, `action`, `path`, `args` and `available`. In SQL's logic as in the house's, what surely fails
 * outweighs what nobody can tell. Kortix semantics: where arguments are not available, a conditional rule counts as applying unless
 * it lets calls run.
 */
export function ruleTests(rules: readonly SidedRule[], writer: SqlWriter): RuleTests {
  const refusals: SqlRefusal[] = [];
  const conditions = new Map<string, { readonly column: string; readonly item: string }>();
  const tests = new Map<string, { readonly column: string; readonly item: string }>();
  const args = argumentStages(
    rules.flatMap(({ rule }) => rule.conditions.map(({ arg }) => arg)),
    writer,
  );

  const testOf = (pattern: Pattern, where: SidedRule, arg?: string): TextTest => {
    try {
      return patternTest(pattern, writer);
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      refusals.push(refusal(pattern, where, arg, error));
      return unsayable;
    }
  };
  const conditionColumn = (condition: Condition, where: SidedRule): string => {
    const { arg, match, negate } = condition;
    const key = JSON.stringify([arg, match.kind, match.text]);
    const test = testOf(match, where, arg);
    const column = conditions.get(key)?.column ?? `condition_${conditions.size + 1}`;
    const item = `${writer.everyLeaf(args.leavesOf(arg), test)} AS ${column}`;
    conditions.set(key, { column, item });
    return negate ? `NOT ${column}` : column;
  };

  for (const sided of rules) {
    const { rule, reference } = sided;
    const path = testOf(rule.match, sided);
    const held = rule.conditions.map((condition) => conditionColumn(condition, sided));
    const applies = [
      ...(reference.connector === undefined
        ? []
        : [`connector = ${writer.literal(reference.connector)}`]),
      passes(rule.layer === "project" ? "path" : "action", path),
      ...(held.length === 0
        ? []
        : [
            `CASE WHEN available THEN ${held.join(" AND ")} ELSE ${rule.effect === "always_run" ? "FALSE" : "TRUE"} END`,
          ]),
    ].join(" AND ");
    const key = ruleKey(sided);
    const column = tests.get(key)?.column ?? `rule_${tests.size + 1}`;
    tests.set(key, { column, item: `${applies} AS ${column}` });
  }

  const stages = [
    ...args.stages,
    [...conditions.values()].map(({ item }) => item),
    [...tests.values()].map(({ item }) => item),
  ];
  return {
    stages: stages.filter((items) => items.length > 0),
    columnOf: (rule) => String(tests.get(ruleKey(rule))?.column),
    refusals,
  };
}

/** Equal for rules that apply to the same calls by the same words. */
function ruleKey({ rule, reference }: PlacedRule): string {
  return JSON.stringify([
    reference.connector ?? null,
    [rule.match.kind, rule.match.text],
    rule.conditions.length > 0 && rule.effect === "always_run",
    rule.conditions.map(({ arg, match, negate }) => [arg, match.kind, match.text, negate]),
  ]);
}

function refusal(
  pattern: Pattern,
  { side, rule, reference }: SidedRule,
  arg: string | undefined,
  { message, help }: Unsayable,
): SqlRefusal {
  return {
    side,
    rule: reference,
    ...(rule.span === undefined ? {} : { span: rule.span }),
    ...(arg === undefined ? {} : { arg }),
    pattern: pattern.text,
    because: message,
    ...(help === undefined ? {} : { help }),
  };
}
