import type { Effect } from "../../effect.ts";
import type { Rule } from "../../rule.ts";
import { quoted } from "../../source/visible-text.ts";
import { readAction } from "./action.ts";
import { describedType } from "./described-type.ts";
import { type Fault, isFault } from "./fault.ts";
import { entries, field, isAbsent, type Place } from "./place.ts";
import type { Report } from "./report.ts";
import { readRule } from "./rule-entry.ts";
import { reportPatterns, reportRuleKeys } from "./rule-remarks.ts";

const whatItDoes: Record<Effect, string> = {
  always_run: "lets run",
  require_approval: "holds for a person",
  block: "blocks",
};

/**
 * Reads the root's `policies`. Kortix semantics: absent or null, no rules; no list, no rules and an error; a malformed entry
 * is dropped alone, whatever its action, and the rules after it move up.
 */
export function readProjectRules(root: Place, report: Report): readonly Rule[] {
  const place = field(root, "policies");
  if (isAbsent(place.value)) return [];
  if (!Array.isArray(place.value)) {
    const message = `\`policies\` is ${describedType(place.value)}, so every project rule is dropped`;
    report("rules-not-list", place, {
      message,
      help: "write a list: each rule starts with `- match:`",
      at: "key",
    });
    return [];
  }
  const rules: Rule[] = [];
  for (const entry of entries(place, place.value)) {
    reportRuleKeys(entry, report);
    const rule = readRule(entry, "project", rules.length);
    if (isFault(rule)) {
      report("rule-dropped", rule.place, { message: droppedMessage(entry, rule), help: rule.help });
    } else {
      reportPatterns(entry, rule, report);
      rules.push(rule);
    }
  }
  return rules;
}

function droppedMessage(entry: Place, { because, promise }: Fault): string {
  const match = field(entry, "match").value;
  const rule = typeof match === "string" ? `rule ${quoted(match)}` : "this rule";
  const action = readAction(entry);
  const calls = isFault(action) ? "its calls" : `the calls that it ${whatItDoes[action.effect]}`;
  const opens = `${rule} is dropped: ${because}; ${calls} fall through to the rules after it and to \`default_mode\``;
  return promise === undefined
    ? opens
    : `${opens}, although the documentation promises that ${promise}`;
}
