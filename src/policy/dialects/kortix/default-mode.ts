import type { DefaultMode } from "../../policy.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { policyKeys } from "./known-keys.ts";
import { nearWord } from "./near-word.ts";
import { field, isAbsent, isMap, type Place } from "./place.ts";
import type { Report } from "./report.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

const modes: readonly DefaultMode[] = ["allow_all", "risk"];
const opens = "so every call that no rule decides runs";

/**
 * Reads `policy.default_mode`. Kortix semantics: `policy` absent or null, or without the key: `allow_all`; text, trimmed, in
 * any case, `risk` or `allow_all`; anything else, null included, is an error and stays `allow_all`. No other key of
 * `policy` is read.
 */
export function readDefaultMode(root: Place, report: Report): DefaultMode {
  const policy = field(root, "policy");
  if (isAbsent(policy.value)) return "allow_all";
  if (!isMap(policy.value)) {
    const message = `\`policy\` is ${describedType(policy.value)}, not a map, ${opens}`;
    report("policy-not-map", policy, {
      message,
      help: "write `default_mode: risk` under `policy:`",
    });
    return "allow_all";
  }
  reportUnreadKeys(policy, policyKeys, report);
  const place = field(policy, "default_mode");
  if (place.value === undefined) return "allow_all";
  const word = typeof place.value === "string" ? place.value.trim().toLowerCase() : "";
  const mode = modes.find((known) => known === word);
  if (mode !== undefined) return mode;
  const what =
    typeof place.value === "string"
      ? `unknown mode ${quoted(place.value)}`
      : `\`default_mode\` is ${describedType(place.value)}`;
  const meant = nearWord(word, modes);
  const help = meant === undefined ? "write `risk` or `allow_all`" : `did you mean \`${meant}\`?`;
  report("default-mode-unknown", place, { message: `${what}, ${opens}`, help });
  return "allow_all";
}
