import type { Connector } from "../../connector.ts";
import type { Rule } from "../../rule.ts";
import { readSlug } from "./connector-slug.ts";
import { readTarget } from "./connector-target.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { readSwitch } from "./loose-boolean.ts";
import { entries, field, isAbsent, isMap, type Place, spanOf } from "./place.ts";
import { readProvider } from "./provider.ts";
import type { Report } from "./report.ts";
import { readRule } from "./rule-entry.ts";
import { reportPatterns } from "./rule-remarks.ts";

/**
 * Reads one entry of `connectors`. Kortix semantics: anything malformed in it, one of its rules included, drops the whole
 * entry with its rules; only `enabled` and `sensitive` forgive.
 */
export function readConnector(entry: Place, report: Report): Connector | Fault {
  if (!isMap(entry.value)) {
    return fault(
      entry,
      `the entry is ${describedType(entry.value)}, not a map`,
      "write `slug` and `provider`",
    );
  }
  const reading = readSlug(entry);
  if (isFault(reading)) return reading;
  const { slug } = reading;
  const malformed = nameFault(entry);
  if (malformed !== undefined) return malformed;
  const provider = readProvider(entry, slug);
  if (isFault(provider)) return provider;
  const target = readTarget(entry, slug, provider, report);
  if (isFault(target)) return target;
  const rules = readRules(entry, report);
  if (isFault(rules)) return rules;
  const span = spanOf(entry);
  return {
    slug,
    enabled: readSwitch(entry, "enabled", true, report),
    sensitive: readSwitch(entry, "sensitive", false, report),
    rules: rules.rules,
    target: target.target,
    ...(span === undefined ? {} : { span }),
  };
}

function nameFault(entry: Place): Fault | undefined {
  const place = field(entry, "name");
  const { value } = place;
  if (value === undefined || (typeof value === "string" && value.trim() !== "")) return undefined;
  const what = typeof value === "string" ? "blank" : `${describedType(value)}, not text`;
  return fault(place, `\`name\` is ${what}`, "write a name, or leave it out");
}

/** All or nothing: one malformed rule is the whole entry's fault. */
function readRules(entry: Place, report: Report): { readonly rules: readonly Rule[] } | Fault {
  const place = field(entry, "policies");
  if (isAbsent(place.value)) return { rules: [] };
  if (!Array.isArray(place.value)) {
    const because = `its \`policies\` is ${describedType(place.value)}`;
    return fault(place, because, "write a list: each rule starts with `- match:`");
  }
  const kept: [Place, Rule][] = [];
  for (const rulePlace of entries(place, place.value)) {
    const rule = readRule(rulePlace, "connector", kept.length);
    if (isFault(rule))
      return { ...rule, because: `in its rule ${kept.length + 1}, ${rule.because}` };
    kept.push([rulePlace, rule]);
  }
  for (const [rulePlace, rule] of kept) reportPatterns(rulePlace, rule, report);
  return { rules: kept.map(([, rule]) => rule) };
}
