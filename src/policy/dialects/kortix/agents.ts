import type { Grant, Grants } from "../../agent-grants.ts";
import { quoted } from "../../source/visible-text.ts";
import { readAgent } from "./agent-entry.ts";
import { defaultGrant } from "./default-agent.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { agentKeys } from "./known-keys.ts";
import type { ManifestVersion } from "./manifest-version.ts";
import { entries, field, isAbsent, isMap, type Place } from "./place.ts";
import type { Report } from "./report.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

/** An agent's entry under its name; no name where a list's entry has none. */
interface NamedEntry {
  readonly name: string | undefined;
  readonly entry: Place;
}

/**
 * Reads who may call what from the `agents` of all files, the root first. Kortix semantics: without `agents` nobody is
 * restricted; with it, an agent that is not listed, disabled or malformed may call nothing. Version 1 lists agents by
 * `name`, later versions map them.
 */
export function readGrants(
  root: Place,
  files: readonly Place[],
  version: ManifestVersion,
  report: Report,
): Grants {
  const places = files.map((file) => field(file, "agents")).filter(({ value }) => !isAbsent(value));
  if (places.length === 0) return { kind: "unrestricted" };
  const byAgent = new Map<string, Grant>();
  let sound = true;
  for (const place of places) {
    const listed = namedEntries(place, version);
    if (isFault(listed)) {
      sound = false;
      const message = `no agent may call anything: ${listed.because}`;
      report("agents-malformed", place, { message, help: listed.help, at: "key" });
      continue;
    }
    for (const named of listed) {
      reportUnreadKeys(named.entry, agentKeys, report);
      const agent = readNamed(named, byAgent);
      if (isFault(agent)) {
        sound = false;
        const who = named.name === undefined ? "this agent" : `agent ${quoted(named.name)}`;
        const message = `${who} may call nothing: ${agent.because}`;
        report("agent-malformed", agent.place, { message, help: agent.help });
      } else {
        byAgent.set(agent.name, agent.grant);
      }
    }
  }
  byAgent.set("default", defaultGrant(root, version, { byAgent, sound }, report));
  return { kind: "restricted", byAgent: withoutEmpty(byAgent) };
}

function readNamed(
  { name, entry }: NamedEntry,
  before: ReadonlyMap<string, Grant>,
): { readonly name: string; readonly grant: Grant } | Fault {
  const place = field(entry, "name");
  if (name === undefined) return fault(place, "it has no `name`", "name the agent");
  if (before.has(name))
    return fault(place, "it is declared before", "keep one entry for each agent");
  const agent = readAgent(entry);
  return isFault(agent) ? agent : { name, grant: agent.grant };
}

function namedEntries(place: Place, version: ManifestVersion): readonly NamedEntry[] | Fault {
  const { value } = place;
  if (version === 1) {
    if (Array.isArray(value))
      return entries(place, value).map((entry) => ({ name: writtenName(entry), entry }));
    const because = `version 1 of the file lists agents, and \`agents\` is ${describedType(value)}`;
    return fault(place, because, "write `kortix_version: 2`, or a list of agents");
  }
  if (isMap(value)) return Object.keys(value).map((name) => ({ name, entry: field(place, name) }));
  const because = `version ${version} of the file maps agents by name, and \`agents\` is ${describedType(value)}`;
  return fault(place, because, "write each agent's name as a key under `agents:`");
}

function writtenName(entry: Place): string | undefined {
  const { value } = field(entry, "name");
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Agents that the file grants something; the others are as good as not there. */
function withoutEmpty(byAgent: ReadonlyMap<string, Grant>): ReadonlyMap<string, Grant> {
  return new Map([...byAgent].filter(([, grant]) => grant.length > 0));
}
