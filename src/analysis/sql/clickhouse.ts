import { visible } from "../../policy/source/visible-text.ts";
import { masksExpression, omittedItemsExpression } from "./masks-expression.ts";
import { re2Syntax } from "./re2-syntax.ts";
import type { SqlWriter } from "./sql-writer.ts";

// ClickHouse reads backslash escapes in every '…'.
const literal = (text: string): string =>
  `'${visible(text, Number.POSITIVE_INFINITY).replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

const matches = (subject: string, expression: string): string =>
  `match(${subject}, ${literal(expression)})`;

const unknown = `'"[redacted]"'`;
const omittedKeys = "char(226, 128, 166)";

/** Whole numbers and fractions of at most 15 digits, from a millionth on: whoever writes these in full writes them the same way. */
const plainNumber = matches(
  "e",
  "^(?:0|-?[1-9][0-9]{0,14}|-?0\\.0{0,5}[1-9](?:[0-9]{0,6}[1-9])?|-?[1-9][0-9]{0,6}\\.[0-9]{0,7}[1-9])$",
);

/** Of an item `e` of JSON text: whether its own text can be told. */
function knownItem(masks: string): string {
  const text = "JSONExtractString(e)";
  return `multiIf(JSONType(e) = 'String', isValidUTF8(${text}) AND NOT ${matches(text, masks)}, JSONType(e) = 'Bool', 1, JSONType(e) IN ('Int64', 'UInt64', 'Double'), ${plainNumber}, 0)`;
}

/** An item of JSON text that the engine wrote anew; whole numbers of more than 64 bits it writes, but does not read. */
const readable = (item: string): string => `if(isValidJSON(${item}), ${item}, ${unknown})`;

function member(map: string, key: string): string {
  const name = literal(key);
  return `multiIf(
      length(JSONExtractKeys(${map})) <> length(arrayDistinct(JSONExtractKeys(${map}))), ${unknown},
      JSONHas(${map}, ${name}), ${readable(`JSONExtractRaw(${map}, ${name})`)},
      has(JSONExtractKeys(${map}), ${omittedKeys}), ${unknown},
      '')`;
}

const items = (value: string): string =>
  `if(JSONType(${value}) = 'Array', arrayMap(i -> ${readable("i")}, JSONExtractArrayRaw(${value})), [${value}])`;

const lastItem = (value: string): string => `JSONExtractArrayRaw(${value})[-1]`;

/**
 * ClickHouse, JSON as text. Leaves are a tuple: the texts that are known, and whether there are others. Lists within lists and
 * numbers beyond the plain are not known.
 */
export function clickhouse(): SqlWriter {
  const omitted = omittedItemsExpression(re2Syntax);
  const masks = masksExpression(re2Syntax);
  const known = knownItem(masks);
  return {
    syntax: re2Syntax,
    literal,
    matches,
    text: (expression) => `CAST(${expression} AS Nullable(String))`,
    rawArguments: (expression) => `CAST(${expression} AS Nullable(String))`,
    isObject: (raw) =>
      `(isValidJSON(ifNull(${raw}, '')) AND JSONType(ifNull(${raw}, '')) = 'Object')`,
    argumentsValue: (raw, isObject) => `if(${isObject}, ifNull(${raw}, ''), '')`,
    trusted: undefined,
    member,
    step: (value, key) => `multiIf(
    ${value} = '', '',
    JSONType(${value}) = 'String', if(${matches(`JSONExtractString(${value})`, masks)}, ${value}, ''),
    JSONType(${value}) = 'Object', ${member(value, key)},
    JSONType(${value}) = 'Array', multiIf(
      JSONType(${lastItem(value)}) = 'String' AND ${matches(`JSONExtractString(${lastItem(value)})`, omitted)}, ${unknown},
      ${key === "length" ? `toString(JSONLength(${value}))` : "''"}),
    '')`,
    leaves: (
      value,
    ) => `if(${value} = '' OR JSONType(${value}) IN ('Null', 'Object') OR empty(${items(value)}) OR arrayExists(e -> JSONType(e) IN ('Null', 'Object') OR (JSONType(e) = 'Array' AND JSONLength(e) = 0), ${items(value)}),
    (CAST([], 'Array(String)'), 0),
    (arrayMap(e -> if(JSONType(e) = 'String', JSONExtractString(e), e), arrayFilter(e -> ${known}, ${items(value)})), arrayExists(e -> NOT ${known}, ${items(value)})))`,
    everyLeaf: (leaves, { matches: match, unclear }) => `multiIf(
    empty(${leaves}.1) AND NOT ${leaves}.2, 0,
    arrayExists(x -> ${unclear ? `NOT ${unclear("x")} AND ` : ""}NOT ${match("x")}, ${leaves}.1), 0,
    ${leaves}.2${unclear ? ` OR arrayExists(x -> ${unclear("x")}, ${leaves}.1)` : ""}, NULL,
    1)`,
    element: (list, position) => `[${list.join(", ")}][${position}]`,
    fence: "",
    // Put off, a column would be computed anew for each that is made of it, and for each that is made of these.
    settings: "\nSETTINGS short_circuit_function_evaluation = 'disable'",
  };
}
