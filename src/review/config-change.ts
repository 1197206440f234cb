import { canonicalJson } from "../policy/canonical-json.ts";
import { defaultSettings } from "./default-settings.ts";
import { fallbackKey, type GateConfig, type Invariant } from "./gate-config.ts";
import { type OwnerName, ownerKey, ownerKeys } from "./owner.ts";
import type { Suppression } from "./suppression.ts";

/** What a pull request changes in the gate's own configuration. */
export interface ConfigChange {
  /** Connectors (or `*`) whose owner entry is added, edited or removed. */
  readonly ownerEntries: readonly OwnerEntryChange[];
  /** Settings other than owners that differ, by their key in the file. */
  readonly settings: readonly SettingChange[];
}

export interface OwnerEntryChange {
  readonly connector: string;
  readonly from: readonly OwnerName[];
  readonly to: readonly OwnerName[];
}

export interface SettingChange {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

/** Owners asked for a connector: its own entry, else the fallback's, else nobody. */
export function ownersFor(config: GateConfig | undefined, connector: string): readonly OwnerName[] {
  return config?.owners.get(connector) ?? config?.owners.get(fallbackKey) ?? [];
}

/** True when two lists name the same owners, whatever the order, the case and repetitions. */
export function sameOwners(a: readonly OwnerName[], b: readonly OwnerName[]): boolean {
  return canonicalJson(ownerKeys(a)) === canonicalJson(ownerKeys(b));
}

/**
 * Compares two configurations by meaning; undefined stands for none, which has no owners and the default settings.
 * Layout, the order of owners and a default that is written out are no change.
 */
export function configChange(
  base: GateConfig | undefined,
  head: GateConfig | undefined,
): ConfigChange {
  const connectors = [
    ...new Set([...(base?.owners.keys() ?? []), ...(head?.owners.keys() ?? [])]),
  ].sort();
  const ownerEntries = connectors
    .map((connector) => ({
      connector,
      from: base?.owners.get(connector) ?? [],
      to: head?.owners.get(connector) ?? [],
    }))
    .filter(({ from, to }) => !sameOwners(from, to));
  const settings = Object.entries(settingTexts)
    .map(([key, text]) => ({
      key,
      from: text(base ?? defaultSettings),
      to: text(head ?? defaultSettings),
    }))
    .filter(({ from, to }) => from !== to);
  return { ownerEntries, settings };
}

/** Each setting as text that is equal exactly for equal meaning, by the key that the file writes. */
const settingTexts: Readonly<Record<string, (settings: Omit<GateConfig, "owners">) => string>> = {
  "approvals.required": ({ approvals }) => String(approvals.required),
  "approvals.ttl": ({ approvals }) => durationText(approvals.ttl),
  "approvals.widest_team": ({ approvals }) => String(approvals.widestTeam),
  branches: ({ branches }) => asSet(branches),
  break_glass: ({ breakGlass }) =>
    breakGlass === undefined
      ? "off"
      : `${ownerKey(breakGlass.team)} for ${durationText(breakGlass.ttl)}`,
  catalog: ({ catalog }) => catalog ?? "not set",
  corpus: ({ corpus }) => asSet(corpus),
  "findings.close": ({ closingFindings }) => asSet(closingFindings),
  "findings.ignore": ({ suppressions }) => asSet(suppressions.map(suppressionText)),
  invariants: ({ invariants }) => asSet(invariants.map(invariantText)),
  manifest: ({ manifest }) => canonicalJson(manifest),
  redact: ({ redact }) => asSet(redact),
  report: ({ report }) =>
    report === undefined ? "off" : `every ${durationText(report.every)} of ${asSet(report.log)}`,
};

/** A list whose order and repetitions mean nothing. */
function asSet(values: readonly string[]): string {
  return canonicalJson([...new Set(values)].sort());
}

/** One invariant in canonical form. */
export function invariantText({ call, demand, unless }: Invariant): string {
  const exempt = unless.map(({ arg, match, negate }) => ({ arg, match: match.text, negate }));
  return canonicalJson({ call, [demand.kind]: demand.effect, unless: exempt });
}

/** The reason is part of it: whoever agreed to one agreed to no other. */
function suppressionText({ id, rule, reason, until }: Suppression): string {
  return canonicalJson({ id, ...(rule === undefined ? {} : { rule }), reason, until });
}

const units: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
];

/** Whole minutes as the file writes them, in the largest unit that leaves no rest: `7d`, `36h`, `90m`. */
function durationText(milliseconds: number): string {
  const [unit, size] = units.find((each) => milliseconds % each[1] === 0) ?? ["m", 60_000];
  return `${milliseconds / size}${unit}`;
}
