import { visible } from "../../policy/source/visible-text.ts";
import { masksExpression, omittedItemsExpression } from "./masks-expression.ts";
import { postgresSyntax } from "./postgres-syntax.ts";
import type { SqlWriter } from "./sql-writer.ts";

/** Means the same whatever `standard_conforming_strings` is: with a backslash it is an `E'…'`, in which that is doubled. */
function literal(text: string): string {
  const quoted = visible(text, Number.POSITIVE_INFINITY).replaceAll("'", "''");
  return quoted.includes("\\") ? `E'${quoted.replaceAll("\\", "\\\\")}'` : `'${quoted}'`;
}

const matches = (subject: string, expression: string): string =>
  `(${subject} ~ ${literal(expression)})`;

const unknown = `CAST('"[redacted]"' AS jsonb)`;
const omittedKeys = "E'\\u2026'";

function member(map: string, key: string): string {
  const found = `${map} -> ${literal(key)}`;
  return `CASE
      WHEN ${found} IS NOT NULL THEN ${found}
      WHEN ${map} -> ${omittedKeys} IS NOT NULL THEN ${unknown}
    END`;
}

const textOf = (value: string): string => `((${value} #>> '{}') COLLATE "C")`;

/**
 * A number as ECMAScript writes it. PostgreSQL's text of a float8 has the same shortest digits, unless it is told to cut them, and
 * but for one thing: it does not take a number halfway to the next float8, where ECMAScript does. Only from 2^53 to some
 * 10^23 such numbers are short.
 */
const numberText = `(SELECT CASE
      WHEN n = 0 THEN '0'
      WHEN current_setting('extra_float_digits')::int < 1 OR abs(n) NOT BETWEEN 5e-324 AND 1.7976931348623157e308 THEN NULL
      WHEN abs(n::float8) BETWEEN 9007199254740992 AND 999999999999999900000 THEN (SELECT CASE n::float8
          WHEN round(w, 15 - l)::float8 THEN round(w, 15 - l)
          WHEN trunc(w, 16 - l)::float8 THEN trunc(w, 16 - l)
          WHEN (trunc(w, 16 - l) + sign(w) * 10::numeric ^ (l - 16))::float8 THEN trunc(w, 16 - l) + sign(w) * trunc(10::numeric ^ (l - 16))
          ELSE w
        END::text FROM (SELECT n::float8::text::numeric AS w, length(abs(n::float8::text::numeric)::text) AS l) AS whole)
      WHEN abs(n::float8) >= 1e-6::float8 AND abs(n::float8) < 1e21::float8 THEN n::float8::text::numeric::text
      WHEN abs(n::float8) BETWEEN 1e21 AND 1e24 AND length(regexp_replace(split_part(n::float8::text, 'e', 1), '[-.]', '', 'g')) > 15 THEN NULL
      ELSE regexp_replace(n::float8::text, 'e-0', 'e-')
    END FROM (SELECT (e #>> '{}')::numeric AS n) AS number)`;

/** PostgreSQL, arguments as `jsonb`. */
export function postgres(): SqlWriter {
  const masks = masksExpression(postgresSyntax);
  const omitted = omittedItemsExpression(postgresSyntax);
  return {
    syntax: postgresSyntax,
    literal,
    matches,
    text: (expression) => `CAST(${expression} AS text) COLLATE "C"`,
    rawArguments: (expression) => `CAST(${expression} AS jsonb)`,
    isObject: (raw) => `jsonb_typeof(${raw}) = 'object'`,
    argumentsValue: (raw, isObject) => `CASE WHEN ${isObject} THEN ${raw} END`,
    // Otherwise its expressions do not see code points.
    trusted: "getdatabaseencoding() = 'UTF8'",
    member,
    step: (value, key) => `CASE jsonb_typeof(${value})
    WHEN 'string' THEN CASE WHEN ${matches(textOf(value), masks)} THEN ${value} END
    WHEN 'object' THEN ${member(value, key)}
    WHEN 'array' THEN CASE
      WHEN jsonb_typeof(${value} -> -1) = 'string' AND ${matches(textOf(`(${value} -> -1)`), omitted)} THEN ${unknown}
      ${key === "length" ? `ELSE to_jsonb(jsonb_array_length(${value}))` : "ELSE NULL"}
    END
  END`,
    leaves: (value) => `coalesce((SELECT CASE
    WHEN bool_or(jsonb_typeof(e) IN ('null', 'object') OR e = '[]') THEN CAST('{}' AS text[])
    ELSE array_agg(CASE jsonb_typeof(e)
      WHEN 'string' THEN CASE WHEN NOT ${matches(textOf("e"), masks)} THEN e #>> '{}' END
      WHEN 'boolean' THEN e #>> '{}'
      WHEN 'number' THEN ${numberText}
    END) FILTER (WHERE jsonb_typeof(e) <> 'array')
  END FROM jsonb_path_query(${value}, 'strict $.**') AS leaf(e)), CAST('{}' AS text[]))`,
    everyLeaf: (leaves, { matches: match, unclear }) => `CASE
    WHEN cardinality(${leaves}) = 0 THEN FALSE
    ELSE (SELECT CASE
      WHEN bool_or(x IS NOT NULL AND ${unclear ? `NOT ${unclear("x")} AND ` : ""}NOT ${match("x")}) THEN FALSE
      WHEN bool_or(x IS NULL${unclear ? ` OR ${unclear("x")}` : ""}) THEN NULL
      ELSE TRUE
    END FROM (SELECT y COLLATE "C" AS x FROM unnest(${leaves}) AS u(y)) AS leaf)
  END`,
    element: (list, position) => `(ARRAY[${list.join(", ")}])[${position}]`,
    // Keeps the planner from writing a column out wherever it is read.
    fence: " OFFSET 0",
    settings: "",
  };
}
