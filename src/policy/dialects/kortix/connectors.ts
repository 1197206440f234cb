import type { Connector } from "../../connector.ts";
import { quoted } from "../../source/visible-text.ts";
import { readConnector } from "./connector-entry.ts";
import { writtenSlug } from "./connector-slug.ts";
import { describedType } from "./described-type.ts";
import { type Fault, isFault } from "./fault.ts";
import { connectorKeys } from "./known-keys.ts";
import { entries, field, isAbsent, isMap, type Place } from "./place.ts";
import { isInstalledChannel } from "./provider.ts";
import type { Report } from "./report.ts";
import { reportRuleKeys } from "./rule-remarks.ts";
import { reportUnreadKeys } from "./unread-keys.ts";

/** The connectors of a manifest, and every slug that an entry names. */
export interface Connectors {
  /** Undefined when no file has the key. */
  readonly bySlug: ReadonlyMap<string, Connector> | undefined;
  readonly named: ReadonlySet<string>;
}

/**
 * Reads the `connectors` of all files, in the order in which they merge. Kortix semantics: no list, no connectors and an
 * error; a malformed entry is dropped alone; of two valid entries with one slug the first wins.
 */
export function readConnectors(files: readonly Place[], report: Report): Connectors {
  const named = new Set<string>();
  const bySlug = new Map<string, Connector>();
  const places = files
    .map((file) => field(file, "connectors"))
    .filter(({ value }) => value !== undefined);
  for (const place of places) {
    if (isAbsent(place.value)) continue;
    if (!Array.isArray(place.value)) {
      const message = `\`connectors\` is ${describedType(place.value)}, so the platform removes every declared connector with its rules`;
      report("connectors-not-list", place, {
        message,
        help: "write a list: each connector starts with `- slug:`",
        at: "key",
      });
      continue;
    }
    for (const entry of entries(place, place.value)) {
      const slug = writtenSlug(entry);
      if (slug !== undefined) named.add(slug);
      reportKeys(entry, report);
      keep(entry, readConnector(entry, report), bySlug, report);
    }
  }
  return { bySlug: places.length === 0 ? undefined : bySlug, named };
}

function keep(
  entry: Place,
  reading: Connector | Fault,
  bySlug: Map<string, Connector>,
  report: Report,
): void {
  if (isFault(reading)) {
    report("connector-dropped", reading.place, {
      message: droppedMessage(entry, reading),
      help: reading.help,
    });
  } else if (bySlug.has(reading.slug)) {
    const message = `connector ${quoted(reading.slug)} is declared before, so this entry is dropped with its rules`;
    report("connector-duplicate", field(entry, "slug"), {
      message,
      help: "keep one entry for each slug",
    });
  } else {
    bySlug.set(reading.slug, reading);
  }
}

function droppedMessage(entry: Place, { because, promise }: Fault): string {
  const slug = writtenSlug(entry);
  const connector = slug === undefined ? "this connector" : `connector ${quoted(slug)}`;
  const installed =
    slug !== undefined && isInstalledChannel(slug)
      ? "; an installed channel comes back without its rules and without `sensitive`"
      : "; its rules and `sensitive` are lost, and calls to it are refused";
  const broken =
    promise === undefined ? "" : `, although the documentation promises that ${promise}`;
  return `${connector} is dropped: ${because}${installed}${broken}`;
}

function reportKeys(entry: Place, report: Report): void {
  if (!isMap(entry.value)) return;
  reportUnreadKeys(entry, connectorKeys, report);
  const policies = field(entry, "policies");
  if (!Array.isArray(policies.value)) return;
  for (const rule of entries(policies, policies.value)) reportRuleKeys(rule, report);
}
