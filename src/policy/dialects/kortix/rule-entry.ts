import { parsePattern } from "../../pattern/parse-pattern.ts";
import type { Layer, Rule } from "../../rule.ts";
import { readAction } from "./action.ts";
import { readConditions } from "./conditions.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { field, isAbsent, isMap, type Place, spanOf } from "./place.ts";

/**
 * Reads one entry of `policies`, the project's or a connector's; both layers have one shape. Kortix semantics: a map with
 * `match` (text, trimmed, not blank), `action` and `conditions`; nothing else is read, `position` included. `index` is the
 * rule's place among the kept ones.
 */
export function readRule(entry: Place, layer: Layer, index: number): Rule | Fault {
  if (!isMap(entry.value)) {
    return fault(
      entry,
      `the entry is ${describedType(entry.value)}, not a map`,
      "write `match` and `action`",
    );
  }
  const text = readMatch(field(entry, "match"));
  if (isFault(text)) return text;
  const action = readAction(entry);
  if (isFault(action)) return action;
  const conditions = readConditions(entry);
  if (isFault(conditions)) return conditions;
  const span = spanOf(entry);
  return {
    layer,
    index,
    match: parsePattern(text.match),
    effect: action.effect,
    conditions,
    ...(span === undefined ? {} : { span }),
  };
}

function readMatch(place: Place): { readonly match: string } | Fault {
  const { value } = place;
  if (isAbsent(value)) return fault(place, "`match` is missing", "write the pattern in quotes");
  if (typeof value !== "string") {
    return fault(
      place,
      `\`match\` is ${describedType(value)}, not text`,
      "put the pattern in quotes",
    );
  }
  const match = value.trim();
  return match === "" ? fault(place, "`match` is blank", "write the pattern in quotes") : { match };
}
