import type { Change, ChangeSide } from "../analysis/diff/change.ts";
import type { Decision, RuleReference } from "../policy/decision.ts";
import { bareText, type Phrase, phrase, quotedText, words } from "./document/phrase.ts";

/** What decides when no rule is named. */
const sourcePhrase: Readonly<Record<Decision["source"], Phrase>> = {
  project: words("the project's rules"),
  connector: words("the connector's rules"),
  risk_default: phrase`${"sensitive"} or ${"default_mode: risk"}`,
  allow_all: quotedText("default_mode: allow_all"),
  connector_not_found: words("no connector of this name"),
  connector_disabled: words("a disabled connector"),
  connector_not_assigned: words("the agent's grant"),
};

/**
 * Who decides after a change and who before it: `decided by …, before by …`. Rules of two files are told apart by their
 * files.
 */
export function decidersPhrase({ from, to }: Pick<Change, "from" | "to">): Phrase {
  const files = new Set([from.rule?.file, to.rule?.file].filter((file) => file !== undefined));
  const place = files.size > 1 ? filePhrase : linePhrase;
  return phrase`decided by ${deciderPhrase(to, place)}, before by ${deciderPhrase(from, place)}`;
}

/** Who decides: ``rule `stripe.create_refund` line 24``, or what stands when no rule does. */
export function deciderPhrase(
  { source, rule }: Pick<ChangeSide, "source" | "rule">,
  place: (rule: RuleReference) => Phrase = linePhrase,
): Phrase {
  return rule === undefined ? sourcePhrase[source] : rulePhrase(rule, place);
}

/** ``rule `stripe.create_refund` line 24``; a connector's rule names the connector. */
export function rulePhrase(
  rule: RuleReference,
  place: (rule: RuleReference) => Phrase = linePhrase,
): Phrase {
  const whose = rule.connector === undefined ? [] : phrase` of ${rule.connector}`;
  return phrase`rule ${rule.match}${whose}${place(rule)}`;
}

/** ` line 24`, or nothing for a policy that was not read from text. */
function linePhrase({ line }: RuleReference): Phrase {
  return line === undefined ? [] : phrase` line ${line}`;
}

/** ` kortix.yaml:24`, or nothing for a policy that was not read from text. */
function filePhrase({ file, line }: RuleReference): Phrase {
  return file === undefined || line === undefined ? [] : phrase` ${bareText(`${file}:${line}`)}`;
}
