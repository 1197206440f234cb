import { createHash } from "node:crypto";
import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Delta } from "../diff/delta.ts";

/**
 * The identity of a delta: SHA-256 in hex of its canonical JSON (RFC 8785). It is made of meaning alone: which calls change
 * from which effect to which, what could not be decided, and the surface. Rules, lines, words, witnesses and the settings
 * that explain decisions do not enter, and neither does another connector.
 */
export function deltaDigest(delta: Omit<Delta, "digest">): string {
  const changes = delta.changes.map(({ identity, from, to, risks }) => ({
    identity,
    from: from.effect,
    to: to.effect,
    risks: [...new Set(risks)].sort(),
  }));
  const surface = delta.surface
    .filter(({ explains }) => explains === undefined)
    .map(({ key, from, to }) => ({ key, from, to }));
  const canonical = canonicalJson({
    format: "countersign-delta-1",
    connector: delta.connector,
    changes: asSet(changes),
    undecided: asSet(delta.undecided.map(({ identity }) => identity)),
    surface: asSet(surface),
  });
  return createHash("sha256").update(canonical).digest("hex");
}

/** Sorted and without repetition: how many rules a region is spread over is no part of its meaning. */
function asSet(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map(canonicalJson))].sort();
}
