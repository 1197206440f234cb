import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unreachable } from "../../../src/analysis/decision-space/reachability.ts";
import type { PolicyDiff } from "../../../src/analysis/diff/change.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import type { RuleReference } from "../../../src/policy/decision.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import { type Policy, platformManagedSlugs } from "../../../src/policy/policy.ts";

interface ExpectedClass {
  readonly connector: string | null;
  readonly from: string;
  readonly to: string;
}

interface Vector {
  readonly name: string;
  readonly base: unknown;
  readonly head: unknown;
  readonly expect: {
    readonly changed: readonly ExpectedClass[];
    readonly unchanged: boolean;
    readonly unreachable: readonly string[];
    readonly unproved?: readonly unknown[];
  };
}

const vectors: readonly Vector[] = JSON.parse(readFileSync("fixtures/exact/vectors.json", "utf8"));

describe.each(vectors)("$name", (vector) => {
  const base = read(vector.base);
  const head = read(vector.head);
  const { changed, unchanged, unproved = [] } = vector.expect;

  it("reports exactly the classes that change", () => {
    const diff = diffPolicies(base, head);
    expect(classes(diff)).toEqual(changed.map(keyOf).sort());
    expect(diff.undecided).toHaveLength(unproved.length);
    expect(diff.complete && diff.changes.length === 0).toBe(unchanged);
  });

  it("reports the mirror image with base and head exchanged", () => {
    const diff = diffPolicies(head, base);
    const mirrored = changed.map(({ connector, from, to }) => ({ connector, from: to, to: from }));
    expect(classes(diff)).toEqual(mirrored.map(keyOf).sort());
    expect(diff.undecided).toHaveLength(unproved.length);
  });

  it("shows calls that are decided so", () => {
    for (const { witness, from, to } of diffPolicies(base, head).changes) {
      const [before, after] = [evaluate(base, witness), evaluate(head, witness)];
      expect([before.effect, after.effect]).toEqual([from.effect, to.effect]);
    }
  });

  it("names the rules that never decide", () => {
    const { rules, undecided } = unreachable(head);
    expect(rules.map(({ rule }) => nameOf(rule))).toEqual(vector.expect.unreachable);
    expect(undecided).toEqual([]);
  });
});

function read(manifest: unknown): Policy {
  const { value } = policyFromObject(manifest);
  if (value === undefined) {
    throw new Error("the manifest of a vector cannot be read");
  }
  return value;
}

/** The vectors speak of declared connectors only; what the platform provides changes beside them. */
function classes({ changes }: PolicyDiff): readonly string[] {
  const own = changes.filter(
    ({ connector }) => !platformManagedSlugs.some((managed) => managed === connector),
  );
  const keys = own.map(({ connector, from, to }) =>
    keyOf({ connector, from: from.effect, to: to.effect }),
  );
  return [...new Set(keys)].sort();
}

function keyOf({ connector, from, to }: ExpectedClass): string {
  return `${connector}: ${from} to ${to}`;
}

function nameOf({ layer, connector, index }: RuleReference): string {
  return layer === "project" ? `project:${index}` : `connector:${connector}:${index}`;
}
