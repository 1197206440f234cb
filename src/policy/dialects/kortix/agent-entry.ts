import type { Grant } from "../../agent-grants.ts";
import { canonicalSlug } from "../../canonical-slug.ts";
import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { nearWord } from "./near-word.ts";
import { entries, field, isAbsent, isMap, type Place } from "./place.ts";

const words: Readonly<Record<string, Grant>> = { all: "all", "*": "all", none: [] };
const required = ["connectors_required", "connectors_personal"];

/** What one agent's entry grants. */
export interface AgentReading {
  readonly grant: Grant;
}

/**
 * Reads one agent's entry. Kortix semantics: `connectors` is a list of slugs, `all`, `*` or `none`; omitted means none; `*` in a
 * list means all; `enabled: false` means none; `connectors_required` must be within it. A malformed entry grants nothing.
 */
export function readAgent(entry: Place): AgentReading | Fault {
  if (!isMap(entry.value)) {
    return fault(
      entry,
      `the entry is ${describedType(entry.value)}, not a map`,
      "write `connectors:` under it",
    );
  }
  const enabled = field(entry, "enabled");
  if (enabled.value !== undefined && typeof enabled.value !== "boolean") {
    return fault(
      enabled,
      `\`enabled\` is ${describedType(enabled.value)}, not a boolean`,
      "write `true` or `false`",
    );
  }
  const reading = readGrant(field(entry, "connectors"));
  if (isFault(reading)) return reading;
  for (const key of required) {
    const malformed = requirementFault(field(entry, key), reading.grant);
    if (malformed !== undefined) return malformed;
  }
  return enabled.value === false ? { grant: [] } : reading;
}

function readGrant(place: Place): AgentReading | Fault {
  const { value } = place;
  if (isAbsent(value)) return { grant: [] };
  if (typeof value === "string") {
    const word = value.trim();
    const grant = Object.hasOwn(words, word) ? words[word] : undefined;
    if (grant !== undefined) return { grant };
    const meant = nearWord(word, Object.keys(words)) ?? `[${word}]`;
    return fault(place, `${quoted(value)} grants nothing`, `did you mean ${quoted(meant)}?`);
  }
  const slugs = readSlugs(place);
  if (isFault(slugs)) return slugs;
  return { grant: slugs.includes("*") ? "all" : slugs };
}

/** A list of slugs, canonical, sorted, each once. */
function readSlugs(place: Place): readonly string[] | Fault {
  if (!Array.isArray(place.value)) {
    return fault(
      place,
      `\`${place.path.at(-1)}\` is ${describedType(place.value)}, not a list of connectors`,
      "write a list, `all` or `none`",
    );
  }
  const slugs = new Set<string>();
  for (const { value, ...at } of entries(place, place.value)) {
    if (typeof value !== "string") {
      return fault(
        { value, ...at },
        `a connector's name is ${describedType(value)}, not text`,
        "put it in quotes",
      );
    }
    slugs.add(canonicalSlug(value.trim()));
  }
  return [...slugs].sort();
}

function requirementFault(place: Place, grant: Grant): Fault | undefined {
  if (isAbsent(place.value)) return undefined;
  const slugs = readSlugs(place);
  if (isFault(slugs)) return slugs;
  const missing = grant === "all" ? undefined : slugs.find((slug) => !grant.includes(slug));
  if (missing === undefined) return undefined;
  return fault(
    place,
    `it requires ${quoted(missing)}, which \`connectors\` does not list`,
    "list it in `connectors` too",
  );
}
