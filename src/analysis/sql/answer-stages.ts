import type { PolicyDecider, SqlOutcome } from "./policy-decider.ts";
import type { SqlColumns } from "./sql-columns.ts";
import type { SqlWriter } from "./sql-writer.ts";

/** One SELECT of a chain: what it selects of the one before, and what stands behind its FROM. */
export interface SqlStage {
  readonly items: readonly string[];
  readonly behind?: string;
}

/** Which answers are shown. */
interface Answers {
  readonly columns: SqlColumns;
  /** One line for each call, not for each group. */
  readonly rows?: boolean;
  /** Also what is decided as before. */
  readonly all?: boolean;
}

/** The stages that decide each row, count the groups and name what decides. */
export function answerStages(
  deciders: Readonly<Record<"base" | "head", PolicyDecider>>,
  { columns, rows }: Answers,
  writer: SqlWriter,
): readonly SqlStage[] {
  const { base, head } = deciders;
  return [
    { items: ["*", `${base.sql} AS base_outcome`, `${head.sql} AS head_outcome`] },
    ...(rows === true ? [] : [{ items: groupedItems(columns), behind: groups }]),
    { items: namedItems(deciders, writer) },
  ];
}

const calledConnector = "CASE WHEN readable THEN connector END";
const calledAction = "CASE WHEN readable THEN action END";

function groupedItems({ at }: SqlColumns): readonly string[] {
  return [
    `${calledConnector} AS called_connector`,
    `${calledAction} AS called_action`,
    "base_outcome",
    "head_outcome",
    "sum(calls) AS all_calls",
    ...(at === undefined ? [] : ["max(seen) AS last_seen"]),
  ];
}

const groups = `\nGROUP BY ${calledConnector}, ${calledAction}, base_outcome, head_outcome`;

function namedItems(
  deciders: Readonly<Record<"base" | "head", PolicyDecider>>,
  writer: SqlWriter,
): readonly string[] {
  const texts = (side: "base" | "head", of: (outcome: SqlOutcome) => string): string =>
    writer.element(deciders[side].outcomes.map(of), `${side}_outcome`);
  const sides = (["base", "head"] as const).flatMap((side) => [
    `${texts(side, ({ effect }) => writer.literal(effect))} AS ${side}_effect`,
    `${texts(side, ({ decider }) => writer.literal(decider))} AS ${side}_rule`,
    `${texts(side, ({ rank }) => String(rank))} AS ${side}_rank`,
  ]);
  return ["*", ...sides];
}

const direction = `CASE
    WHEN base_effect = 'unreadable' THEN 'unreadable'
    WHEN base_rank < 0 OR head_rank < 0 THEN 'undecidable here'
    WHEN base_rank = head_rank THEN 'unchanged'
    WHEN head_rank < base_rank THEN 'loosened'
    ELSE 'tightened'
  END`;

/** The SELECT that shows a stage's answers: one line for each group, or for each row. */
export function answerSelect(stage: string, { rows, all, columns }: Answers): string {
  const isRow = rows === true;
  const shown = [
    ...(isRow && columns.id !== undefined ? ["id"] : []),
    ...(isRow
      ? ["connector", "action"]
      : ["called_connector AS connector", "called_action AS action"]),
    "base_effect",
    "head_effect",
    "base_rule",
    "head_rule",
    `${direction} AS direction`,
    isRow ? "calls" : "all_calls AS calls",
    ...(columns.at === undefined ? [] : [isRow ? "seen AS last_seen" : "last_seen"]),
  ];
  const where =
    all === true ? "" : "\nWHERE base_rank <> head_rank OR base_rank < 0 OR head_rank < 0";
  const order = isRow
    ? ""
    : "\nORDER BY direction, all_calls DESC, called_connector, called_action, base_rule, head_rule";
  return `SELECT ${shown.join(",\n  ")}\nFROM ${stage}${where}${order}`;
}
