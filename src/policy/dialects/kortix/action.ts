import type { Effect } from "../../effect.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { nearWord } from "./near-word.ts";
import { field, isAbsent, type Place } from "./place.ts";

const effects: readonly Effect[] = ["always_run", "require_approval", "block"];

/** Other policy languages' words for the three actions. */
const synonyms: Readonly<Record<string, Effect>> = {
  allow: "always_run",
  accept: "always_run",
  auto: "always_run",
  permit: "always_run",
  run: "always_run",
  approve: "require_approval",
  approval: "require_approval",
  ask: "require_approval",
  confirm: "require_approval",
  hold: "require_approval",
  review: "require_approval",
  deny: "block",
  disallow: "block",
  forbid: "block",
  refuse: "block",
  reject: "block",
};

/**
 * Reads a rule's `action`. Kortix semantics: text, trimmed, in any case; `always_run`, `require_approval` or `block`;
 * anything else makes the rule malformed.
 */
export function readAction(rule: Place): { readonly effect: Effect } | Fault {
  const place = field(rule, "action");
  const { value } = place;
  if (isAbsent(value)) return fault(place, "`action` is missing", listOfActions);
  if (typeof value !== "string") {
    return fault(place, `\`action\` is ${describedType(value)}`, listOfActions);
  }
  const word = value.trim().toLowerCase();
  const effect = effects.find((known) => known === word);
  if (effect !== undefined) return { effect };
  const meant = Object.hasOwn(synonyms, word) ? synonyms[word] : nearWord(word, effects);
  const help = meant === undefined ? listOfActions : `did you mean \`${meant}\`?`;
  return fault(place, `unknown action ${quoted(value)}`, help);
}

const listOfActions = "write `always_run`, `require_approval` or `block`";
