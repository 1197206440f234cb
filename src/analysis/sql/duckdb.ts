import { visible } from "../../policy/source/visible-text.ts";
import { masksExpression, omittedItemsExpression } from "./masks-expression.ts";
import { re2Syntax } from "./re2-syntax.ts";
import type { SqlWriter } from "./sql-writer.ts";

// DuckDB has no escapes in '…' but the doubled quote.
const literal = (text: string): string =>
  `'${visible(text, Number.POSITIVE_INFINITY).replaceAll("'", "''")}'`;

// In a group, because DuckDB rewrites a bare text with `\\A` or `\\z` as a comparison, wherever these stand in it.
const matches = (subject: string, expression: string): string =>
  `regexp_matches(${subject}, ${literal(`(${expression})`)})`;

const unknown = `CAST('"[redacted]"' AS JSON)`;
const omittedKeys = "chr(8230)";

function member(map: string, key: string): string {
  const found = `json_extract(${map}, ${literal(`$."${key}"`)})`;
  return `CASE
      WHEN len(json_keys(${map})) <> len(list_distinct(json_keys(${map}))) THEN ${unknown}
      WHEN ${found} IS NOT NULL THEN ${found}
      WHEN list_contains(json_keys(${map}), ${omittedKeys}) THEN ${unknown}
    END`;
}

/**
 * A number as ECMAScript writes it: DuckDB's text of a DOUBLE has the same shortest digits in another layout. NULL for what no
 * JSON number of ECMAScript is.
 */
const numberText = `[CASE
      WHEN NOT regexp_matches(n, '[0-9]') THEN NULL
      WHEN regexp_matches(n, '^-?0\\.0$') THEN '0'
      WHEN regexp_matches(n, '^[-0-9.]+$') THEN regexp_replace(n, '\\.0$', '')
      WHEN regexp_matches(n, 'e\\+(1[6-9]|20)$') THEN regexp_extract(n, '^-?') || rpad(regexp_replace(split_part(n, 'e', 1), '[-.]', '', 'g'), CAST(split_part(n, 'e+', 2) AS INTEGER) + 1, '0')
      WHEN regexp_matches(n, 'e-0[56]$') THEN regexp_extract(n, '^-?') || '0.' || repeat('0', CAST(right(n, 1) AS INTEGER) - 1) || regexp_replace(split_part(n, 'e', 1), '[-.]', '', 'g')
      ELSE regexp_replace(n, 'e-0', 'e-')
    END FOR n IN [coalesce(CAST(TRY_CAST((value ->> '$') AS DOUBLE) AS VARCHAR), '')]][1]`;

/** DuckDB, as it is since `json_tree` and lists that are written `[x FOR x IN list IF …]`. */
export function duckdb(): SqlWriter {
  const masked = (value: string): string =>
    matches(`(${value} ->> '$')`, masksExpression(re2Syntax));
  const omitted = omittedItemsExpression(re2Syntax);
  return {
    syntax: re2Syntax,
    literal,
    matches,
    text: (expression) => `CAST(${expression} AS VARCHAR)`,
    rawArguments: (expression) => `CAST(${expression} AS VARCHAR)`,
    isObject: (raw) =>
      `CASE WHEN json_valid(${raw}) THEN json_type(${raw}) = 'OBJECT' ELSE FALSE END`,
    argumentsValue: (raw, isObject) => `CASE WHEN ${isObject} THEN CAST(${raw} AS JSON) END`,
    trusted: undefined,
    member,
    step: (value, key) => `CASE json_type(${value})
    WHEN 'VARCHAR' THEN CASE WHEN ${masked(value)} THEN ${value} END
    WHEN 'OBJECT' THEN ${member(value, key)}
    WHEN 'ARRAY' THEN CASE
      WHEN json_type(${value}, '$[#-1]') = 'VARCHAR' AND ${matches(`(${value} ->> '$[#-1]')`, omitted)} THEN ${unknown}
      ${key === "length" ? `ELSE CAST(json_array_length(${value}) AS JSON)` : "ELSE NULL"}
    END
  END`,
    leaves: (value) => `coalesce((SELECT CASE
    WHEN bool_or(type IN ('NULL', 'OBJECT') OR (type = 'ARRAY' AND json_array_length(value) = 0)) THEN []
    ELSE list(CASE type
      WHEN 'VARCHAR' THEN CASE WHEN NOT ${masked("value")} THEN value ->> '$' END
      WHEN 'BOOLEAN' THEN value ->> '$'
      ELSE ${numberText}
    END) FILTER (WHERE type <> 'ARRAY')
  END FROM json_tree(${value})), CAST([] AS VARCHAR[]))`,
    everyLeaf: (leaves, { matches: match, unclear }) => `CASE
    WHEN len(${leaves}) = 0 THEN FALSE
    WHEN len([x FOR x IN ${leaves} IF x IS NOT NULL AND ${unclear ? `NOT ${unclear("x")} AND ` : ""}NOT ${match("x")}]) > 0 THEN FALSE
    WHEN len([x FOR x IN ${leaves} IF x IS NULL${unclear ? ` OR ${unclear("x")}` : ""}]) > 0 THEN NULL
    ELSE TRUE
  END`,
    element: (list, position) => `([${list.join(", ")}])[${position}]`,
    fence: "",
    settings: "",
  };
}
