import type { Effect } from "../../effect.ts";
import type { Pattern } from "../../pattern/pattern.ts";
import type { Rule } from "../../rule.ts";
import { quoted } from "../../source/visible-text.ts";
import { readAction } from "./action.ts";
import type { KortixDiagnosticId } from "./diagnostic-kinds.ts";
import { isFault } from "./fault.ts";
import { conditionKeys, openingRuleKeys, ruleKeys } from "./known-keys.ts";
import { oddCharacters } from "./odd-characters.ts";
import { entries, field, isMap, type Place } from "./place.ts";
import type { Report } from "./report.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

const deadId: Record<Effect, KortixDiagnosticId> = {
  always_run: "dead-rule",
  require_approval: "dead-guard",
  block: "dead-guard",
};

const lossOfDead: Record<Effect, string> = {
  always_run: "so this rule never applies",
  require_approval: "so this rule never applies and holds nothing",
  block: "so this rule never applies and blocks nothing",
};

/** Reports the keys of a rule's entry that nobody reads; for kept and dropped rules alike. */
export function reportRuleKeys(entry: Place, report: Report): void {
  const action = readAction(entry);
  const opening = !isFault(action) && action.effect === "always_run";
  reportUnreadKeys(entry, opening ? openingRuleKeys : ruleKeys, report);
  const conditions = field(entry, "conditions");
  if (Array.isArray(conditions.value)) {
    for (const condition of entries(conditions, conditions.value)) {
      reportUnreadKeys(condition, conditionKeys, report);
    }
  }
  if (isMap(entry.value) && Object.hasOwn(entry.value, "position")) {
    report("position-ignored", field(entry, "position"), {
      message: "`position` is not read: rules apply in the order of the file",
      help: "move the rule",
      at: "key",
    });
  }
}

/** Reports what is suspicious in the patterns of a rule that was kept. */
export function reportPatterns(entry: Place, rule: Rule, report: Report): void {
  const { match, effect } = rule;
  const place = field(entry, "match");
  if (match.kind === "dead") {
    const message = `the expression ${quoted(match.text)} does not compile (${match.because}), ${lossOfDead[effect]}`;
    const help =
      "mend the expression; to match a path that starts with `/`, use a glob such as `/etc/*`";
    report(deadId[effect], place, { message, help });
  }
  reportText(place, match, report);
  const conditions = field(entry, "conditions");
  for (const [index, condition] of rule.conditions.entries()) {
    const path = [...conditions.path, index, "match"];
    reportText(
      { value: condition.match.text, path, document: entry.document },
      condition.match,
      report,
    );
  }
}

function reportText(place: Place, pattern: Pattern, report: Report): void {
  const odd = oddCharacters(pattern.text);
  if (odd !== undefined) {
    const message = `the pattern ${quoted(pattern.text)} holds ${odd}`;
    report("odd-characters", place, { message, help: "type the pattern again" });
  }
  if (pattern.kind === "glob" && /^\/.+\/[A-Za-z]*\s*$/s.test(pattern.text)) {
    const message = `the pattern ${quoted(pattern.text)} looks like an expression, and is read as plain text`;
    const help =
      "an expression is one line, and its flags are lower-case letters right after the last `/`";
    report("looks-like-expression", place, { message, help });
  }
}
