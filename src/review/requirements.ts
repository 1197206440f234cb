import { canonicalJson } from "../policy/canonical-json.ts";
import type { CatalogueChange } from "./catalogue-change.ts";
import { type ConfigChange, ownersFor, sameOwners } from "./config-change.ts";
import type { CorpusFact, UnreadCorpusFile } from "./corpus-fact.ts";
import { fallbackKey, type GateConfig } from "./gate-config.ts";
import { ownerKeys } from "./owner.ts";
import type { ProjectChange } from "./project-change.ts";
import type { OwnerGroup, Requirement } from "./requirement.ts";
import type { SpecChange } from "./spec-change.ts";

/** What the requirements are derived from. */
export interface RequirementFacts {
  readonly projects: readonly ProjectChange[];
  readonly config: ConfigChange;
  /** The configuration of the trust branch; undefined when it has none that can be read. */
  readonly base: GateConfig | undefined;
  /** The configuration after the change; undefined when it has none that can be read. */
  readonly head: GateConfig | undefined;
  /** Absent when the saved calls, the catalogue, do not change. */
  readonly corpus?: CorpusFact;
  readonly catalogue?: CatalogueChange;
  readonly specs: readonly SpecChange[];
}

/**
 * What must be approved, connector by connector, sorted. A connector is asked about when its delta is not empty or
 * its owner entry or what describes it changes; `*` also when a manifest disappears, a setting of the gate changes, saved calls are lost or the catalogue changes. Owners are those of
 * the trust branch; where the change edits them, those after the change must approve as well.
 */
export function requirements(facts: RequirementFacts): readonly Requirement[] {
  const meaning = new Map<string, string[]>();
  const add = (connector: string, part: unknown): void => {
    meaning.set(connector, [...(meaning.get(connector) ?? []), canonicalJson(part)]);
  };
  for (const change of facts.projects) {
    const { name, deltas } = change;
    for (const { connector, digest } of deltas) add(connector, { manifest: name, delta: digest });
    if (isDeletion(change)) add(fallbackKey, { manifest: name, deleted: true });
  }
  for (const { manifest, connector, ...change } of facts.specs) {
    add(connector, {
      manifest,
      spec: change.kind === "compared" ? change.differences : change.identity,
    });
  }
  for (const { connector, from, to } of facts.config.ownerEntries) {
    add(connector, { owners: connector, from: ownerKeys(from), to: ownerKeys(to) });
  }
  for (const { key, from, to } of facts.config.settings) {
    add(fallbackKey, { setting: key, from, to });
  }
  if (facts.corpus?.kind === "compared" && facts.corpus.change.digest !== undefined) {
    add(fallbackKey, { savedCallsLost: facts.corpus.change.digest });
  }
  for (const { path, sha } of unreadBefore(facts.corpus)) {
    add(fallbackKey, { savedCallsUnread: path, sha });
  }
  if (facts.catalogue?.kind === "compared" && facts.catalogue.differences.length > 0) {
    add(fallbackKey, { catalogue: facts.catalogue.differences });
  }
  return [...meaning].sort(byConnector).map(([connector, parts]) => ({
    connector,
    meaning: parts,
    groups: ownerGroups(connector, facts),
  }));
}

function unreadBefore(corpus: CorpusFact | undefined): readonly UnreadCorpusFile[] {
  return corpus?.kind === "compared" ? (corpus.unreadBefore ?? []) : [];
}

/** True when a project's manifest is there before the change and not after it. */
export function isDeletion({ base, head }: ProjectChange): boolean {
  return base.root !== undefined && head.root === undefined && head.faults.length === 0;
}

function byConnector(
  [one]: readonly [string, unknown],
  [other]: readonly [string, unknown],
): number {
  return one < other ? -1 : 1;
}

function ownerGroups(connector: string, { base, head }: RequirementFacts): readonly OwnerGroup[] {
  const before = ownersFor(base, connector);
  const after = ownersFor(head, connector);
  if (base === undefined) {
    return [{ label: "owners that this change names", namedBy: "head", owners: after }];
  }
  if (head === undefined || sameOwners(before, after)) {
    return [{ label: "owners", namedBy: "base", owners: before }];
  }
  return [
    { label: "owners before this change", namedBy: "base", owners: before },
    { label: "owners after this change", namedBy: "head", owners: after },
  ];
}
