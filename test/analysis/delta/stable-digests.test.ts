import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { deltas } from "../../../src/analysis/delta/deltas.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";

interface Vector {
  readonly name: string;
  readonly base: unknown;
  readonly head: unknown;
}

const vectors: readonly Vector[] = JSON.parse(readFileSync("fixtures/exact/vectors.json", "utf8"));
const digests: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync("fixtures/exact/digests.json", "utf8"),
);

/** Approvals are bound to digests: one that differs from that of the version before makes each of them go stale. */
describe("the digests of what changes", () => {
  it.each(vectors)("are what they were: $name", ({ name, base, head }) => {
    const policies = [read(base), read(head)] as const;
    const changed = deltas(...policies, diffPolicies(...policies));
    expect(Object.fromEntries(changed.map(({ connector, digest }) => [connector, digest]))).toEqual(
      digests[name],
    );
  });

  it("are known of every vector", () => {
    expect(Object.keys(digests)).toEqual(vectors.map(({ name }) => name));
  });
});

function read(manifest: unknown): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) throw new Error("the manifest of a vector cannot be read");
  return value;
}
