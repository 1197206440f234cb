import type { Condition } from "../../condition.ts";
import { conditionMatchFault } from "../../pattern/condition-match-fault.ts";
import { parsePattern } from "../../pattern/parse-pattern.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { entries, field, isAbsent, isMap, type Place } from "./place.ts";

const mostConditions = 10;
const argument = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const forbiddenSegments: readonly string[] = ["__proto__", "constructor", "prototype"];

/**
 * Reads a rule's `conditions`. Kortix semantics: absent, null and `[]` mean none; else a list of at most ten conditions,
 * and one that is malformed makes the whole list malformed, whatever the rule's action.
 */
export function readConditions(rule: Place): readonly Condition[] | Fault {
  const place = field(rule, "conditions");
  const { value } = place;
  if (isAbsent(value)) return [];
  const reading = Array.isArray(value)
    ? readList(place, value)
    : fault(
        place,
        `\`conditions\` is ${describedType(value)}`,
        "write a list: each condition starts with `- arg:`",
      );
  return isFault(reading) ? { ...reading, promise: "a malformed condition fails closed" } : reading;
}

function readList(place: Place, values: readonly unknown[]): readonly Condition[] | Fault {
  if (values.length > mostConditions) {
    const because = `it has ${values.length} conditions, and at most ${mostConditions} are read`;
    return fault(place, because, "put alternatives into one expression, or split the rule");
  }
  const conditions: Condition[] = [];
  for (const entry of entries(place, values)) {
    const condition = readCondition(entry);
    if (isFault(condition)) return condition;
    conditions.push(condition);
  }
  return conditions;
}

function readCondition(entry: Place): Condition | Fault {
  if (!isMap(entry.value))
    return fault(entry, `a condition is ${describedType(entry.value)}`, "write `arg` and `match`");
  const arg = field(entry, "arg");
  const match = field(entry, "match");
  const negate = field(entry, "negate");
  const malformed = argFault(arg) ?? matchFault(match) ?? negateFault(negate);
  if (malformed !== undefined) return malformed;
  return {
    arg: String(arg.value),
    match: parsePattern(String(match.value)),
    negate: negate.value === true,
  };
}

function argFault(place: Place): Fault | undefined {
  const { value } = place;
  if (isAbsent(value))
    return fault(place, "a condition has no `arg`", "name the argument it tests");
  if (typeof value !== "string")
    return fault(place, `\`arg\` is ${describedType(value)}`, "write the argument's name");
  if (!argument.test(value)) {
    const because = `${quoted(value)} cannot name an argument`;
    return fault(
      place,
      because,
      "names are ASCII letters, digits and `_`, joined with dots; no index, no `-`, no space",
    );
  }
  const forbidden = value.split(".").find((segment) => forbiddenSegments.includes(segment));
  if (forbidden === undefined) return undefined;
  return fault(place, `an argument's path may not hold \`${forbidden}\``, "test another argument");
}

function matchFault(place: Place): Fault | undefined {
  const { value } = place;
  if (isAbsent(value))
    return fault(place, "a condition has no `match`", "write the pattern in quotes");
  if (typeof value !== "string") {
    return fault(
      place,
      `a condition's \`match\` is ${describedType(value)}, not text`,
      "put the pattern in quotes",
    );
  }
  if (value === "") {
    return fault(
      place,
      "a condition's `match` is empty",
      "write the pattern, or `*` for any value",
    );
  }
  const invalid = conditionMatchFault(value);
  return invalid === undefined
    ? undefined
    : fault(
        place,
        `a condition's \`match\` ${quoted(value)} is not accepted: ${invalid}`,
        "mend the expression",
      );
}

function negateFault(place: Place): Fault | undefined {
  const { value } = place;
  if (value === undefined || typeof value === "boolean") return undefined;
  return fault(
    place,
    `\`negate\` is ${describedType(value)}`,
    "write `true` or `false`, or leave it out",
  );
}
