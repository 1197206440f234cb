import { characterSet } from "../../policy/pattern/character-set.ts";
import { parsePattern } from "../../policy/pattern/parse-pattern.ts";
import { printedExpression } from "./printed-expression.ts";
import type { SqlColumns } from "./sql-columns.ts";
import type { SqlWriter } from "./sql-writer.ts";
import { character, repeat, sequence } from "./text-expression.ts";
import { passes, patternTest } from "./text-tests.ts";

/** The columns of the log under the names of the query. */
export function logItems(columns: SqlColumns, writer: SqlWriter): readonly string[] {
  const text = (expression: string): string => writer.text(given(expression));
  return [
    `${text(columns.connector)} AS connector`,
    `${text(columns.action)} AS action`,
    `${writer.rawArguments(given(columns.args))} AS raw`,
    `${text(columns.risk)} AS risk`,
    ...(columns.agent === undefined ? [] : [`${text(columns.agent)} AS agent`]),
    `${columns.count === undefined ? "1" : `coalesce(${given(columns.count)}, 1)`} AS calls`,
    ...(columns.at === undefined ? [] : [`${given(columns.at)} AS seen`]),
    ...(columns.id === undefined ? [] : [`${given(columns.id)} AS id`]),
  ];
}

/** The columns of a call, and whether it is one: as the reader of saved calls has it, but for blanks around names. */
export function callItems(columns: SqlColumns, writer: SqlWriter): readonly string[] {
  const isObject = writer.isObject("raw");
  const isName = (column: string): string => `${column} <> '' AND NOT ${padded(column, writer)}`;
  const readable = [
    "connector IS NOT NULL",
    writer.matches("connector", slug(writer)),
    "action IS NOT NULL",
    isName("action"),
    `(raw IS NULL OR ${isObject})`,
    "(risk IS NULL OR risk IN ('read', 'write', 'destructive'))",
    ...(columns.agent === undefined ? [] : [`(agent IS NULL OR (${isName("agent")}))`]),
    ...(columns.count === undefined
      ? []
      : ["calls = floor(calls) AND calls BETWEEN 1 AND 1000000000"]),
    ...(writer.trusted === undefined ? [] : [writer.trusted]),
  ];
  return [
    "*",
    "connector || '.' || action AS path",
    `${writer.argumentsValue("raw", isObject)} AS args`,
    "raw IS NOT NULL AS available",
    `(${readable.join("\n    AND ")}) AS readable`,
  ];
}

function padded(column: string, writer: SqlWriter): string {
  return passes(column, patternTest(parsePattern("/^\\s|\\s$/"), writer));
}

function slug({ syntax }: SqlWriter): string {
  const first = characterSet([
    [0x30, 0x39],
    [0x61, 0x7a],
  ]);
  const others = characterSet([...first.ranges, [0x2d, 0x2d], [0x5f, 0x5f]]);
  const expression = sequence([
    { kind: "start", multiline: false },
    character(first),
    repeat(character(others), 0, 127),
    { kind: "end", multiline: false },
  ]);
  return printedExpression(expression, syntax);
}

/** A lower-case name is a column, whatever word of the language it is. Anything else stands as it is, and may end in a comment. */
function given(text: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(text) && text !== "null" ? `"${text}"` : `(${text}\n  )`;
}
