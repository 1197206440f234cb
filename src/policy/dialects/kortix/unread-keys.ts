import { quoted } from "../../source/visible-text.ts";
import type { KnownKeys } from "./known-keys.ts";
import { nearWord } from "./near-word.ts";
import { field, isMap, type Place } from "./place.ts";
import type { Report } from "./report.ts";

/**
 * Reports keys of `map` that nobody reads and whose author meant something by them: settings misspelt or at the
 * wrong level, and words that look as if they restricted calls. Other unknown keys are the platform's business.
 */
export function reportUnreadKeys(map: Place, keys: KnownKeys, report: Report): void {
  if (!isMap(map.value)) return;
  for (const key of Object.keys(map.value)) {
    if (keys.known.includes(key)) continue;
    const place = field(map, key);
    const meant = isLookalike(key, keys) ? undefined : nearWord(key, keys.known);
    if (meant !== undefined) {
      const opens = keys.guards.includes(meant) && !Object.hasOwn(map.value, meant);
      const message = opens
        ? `${quoted(key)} is not read, so what it should restrict stays open`
        : `${quoted(key)} is not read`;
      const help = `did you mean \`${meant}\`?`;
      report(opens ? "guard-misspelt" : "unknown-key", place, { message, help, at: "key" });
    } else if (isMisplaced(key, keys)) {
      const message = `${quoted(key)} is not read here, so what it should restrict stays open`;
      const help = `it belongs to ${homeOf[key]}`;
      report("guard-misplaced", place, { message, help, at: "key" });
    } else if (keys.lookalikes === "any" || isLookalike(key, keys)) {
      const message = `${quoted(key)} is not read here, so it restricts nothing`;
      const help = "write a rule in `policies`, or remove the key";
      report("unread-guard", place, { message, help, at: "key" });
    }
  }
}

/** Where settings that restrict calls belong. */
const homeOf: Readonly<Record<string, string>> = {
  action: "a rule in `policies`",
  conditions: "a rule in `policies`",
  default_mode: "`policy`",
  policies: "the manifest, or a connector",
  sensitive: "a connector",
};

function isMisplaced(key: string, keys: KnownKeys): boolean {
  return Object.hasOwn(homeOf, key) && isLookalike(key, keys);
}

function isLookalike(key: string, { lookalikes }: KnownKeys): boolean {
  return lookalikes !== "any" && lookalikes.includes(key.toLowerCase().replace(/[-\s]/g, "_"));
}
