import type { Grant } from "../../agent-grants.ts";
import { quoted } from "../../source/visible-text.ts";
import type { ManifestVersion } from "./manifest-version.ts";
import { field, type Place } from "./place.ts";
import type { Report } from "./report.ts";

/** The agents that were read, and whether no entry of `agents` was malformed. */
export interface AgentsReading {
  readonly byAgent: ReadonlyMap<string, Grant>;
  readonly sound: boolean;
}

/**
 * What the agent name `default` may call. Kortix semantics: what `default_agent` (text, trimmed) may call; where there is none,
 * what an agent of that name is granted. Version 1 knows no `default_agent`: everything, but nothing as soon as one entry is
 * malformed.
 */
export function defaultGrant(
  root: Place,
  version: ManifestVersion,
  { byAgent, sound }: AgentsReading,
  report: Report,
): Grant {
  if (version === 1) return sound ? "all" : [];
  const place = field(root, "default_agent");
  const name = typeof place.value === "string" ? place.value.trim() : "";
  if (name === "") return sound ? (byAgent.get("default") ?? []) : [];
  const grant = byAgent.get(name);
  if (grant === undefined) {
    const message = `\`agents\` grants nothing to ${quoted(name)}, so calls without a named agent are refused`;
    report("default-agent-unknown", place, { message, help: "name one of `agents`" });
  }
  return grant ?? [];
}
