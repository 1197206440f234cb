import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deltaDigest } from "../../../src/analysis/delta/delta-digest.ts";
import { deltas } from "../../../src/analysis/delta/deltas.ts";
import { effectiveRulesDiff } from "../../../src/analysis/delta/effective-rules-diff.ts";
import type { Change, PolicyDiff, Undecided } from "../../../src/analysis/diff/change.ts";
import type { Delta, SurfaceChange } from "../../../src/analysis/diff/delta.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf } from "../literal-policy.ts";

const nothing: PolicyDiff = { changes: [], undecided: [], complete: true };

const change: Change = {
  connector: "stripe",
  from: {
    effect: "require_approval",
    source: "project",
    rule: { layer: "project", index: 1, match: "stripe.*" },
  },
  to: {
    effect: "always_run",
    source: "project",
    rule: { layer: "project", index: 0, match: "stripe.*", line: 3 },
  },
  direction: "loosened",
  risks: ["read", "write"],
  region: { path: "stripe.*", except: [], conditions: [] },
  witness: { connector: "stripe", action: "get" },
  identity: "region 1",
};

const undecided: Undecided = {
  connector: "stripe",
  reason: "a budget is spent",
  identity: "rule 1",
};

const surface: SurfaceChange = { key: "connectors.stripe.url", from: "https://a", to: "https://b" };

const delta: Omit<Delta, "digest"> = {
  connector: "stripe",
  changes: [change],
  undecided: [undecided],
  surface: [surface],
};

function shop(rest: Partial<Policy> = {}): Policy {
  return policyOf({ ...rest, rules: [], connectors: [connectorOf("stripe"), connectorOf("crm")] });
}

describe("the deltas of a change", () => {
  test("are none when nothing changes", () => {
    expect(deltas(shop(), shop(), nothing)).toEqual([]);
  });

  test("gather by connector what is decided differently, undecided, or on the surface", () => {
    const head = policyOf({
      connectors: [
        connectorOf("stripe"),
        connectorOf("crm", { target: { provider: "mcp", url: "https://x" } }),
      ],
    });
    const diff: PolicyDiff = {
      changes: [change, { ...change, connector: null }, { ...change, identity: "region 2" }],
      undecided: [undecided, { ...undecided, connector: "bank" }],
      complete: false,
    };
    const all = deltas(shop(), head, diff);
    expect(
      all.map((one) => [one.connector, one.changes.length, one.undecided.length, one.surface]),
    ).toEqual([
      ["*", 1, 0, []],
      ["bank", 0, 1, []],
      [
        "crm",
        0,
        0,
        [{ key: "connectors.crm.url", from: "https://crm.example/mcp", to: "https://x" }],
      ],
      ["stripe", 2, 1, []],
    ]);
    for (const { digest, ...rest } of all) expect(digest).toBe(deltaDigest(rest));
    expect(new Set(all.map(({ digest }) => digest)).size).toBe(4);
  });

  test("explain changed decisions by the settings behind them, and only those", () => {
    const base = policyOf({ connectors: [connectorOf("stripe"), connectorOf("crm")] });
    const head = policyOf({
      defaultMode: "risk",
      connectors: [
        connectorOf("stripe", { sensitive: true, enabled: false }),
        connectorOf("crm", { sensitive: true }),
      ],
    });
    const [only, ...others] = deltas(base, head, { ...nothing, changes: [change] });
    expect(others).toEqual([]);
    expect(only?.surface).toEqual([
      { key: "connectors.stripe.enabled", from: true, to: false, explains: "decisions" },
      { key: "connectors.stripe.sensitive", from: false, to: true, explains: "decisions" },
      { key: "policy.default_mode", from: "allow_all", to: "risk", explains: "decisions" },
    ]);
    expect(only?.digest).toBe(
      deltaDigest({ connector: "stripe", changes: [change], undecided: [], surface: [] }),
    );
  });

  test("of a connector that only one side declares explain its decisions by the mode alone", () => {
    const base = policyOf({ connectors: [] });
    const head = policyOf({
      defaultMode: "risk",
      connectors: [connectorOf("stripe", { sensitive: true })],
    });
    const stripe = deltas(base, head, { ...nothing, changes: [change] }).find(
      ({ connector }) => connector === "stripe",
    );
    expect(stripe?.surface.map(({ key }) => key)).toEqual([
      "agents",
      "connectors.stripe",
      "policy.default_mode",
    ]);
  });

  test("do not believe an incomplete diff that names nothing", () => {
    const head = shop({ defaultMode: "risk" });
    const unproved = deltas(shop(), head, { ...nothing, complete: false });
    expect(unproved.map(({ connector }) => connector)).toEqual(
      effectiveRulesDiff(shop(), head).undecided.map(({ connector }) => connector),
    );
    expect(deltas(shop(), head, nothing)).toEqual([]);
  });
});

describe("the digest of a delta", () => {
  const digest = deltaDigest(delta);

  test("is a SHA-256 in hex", () => {
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  const secondChange: Change = { ...change, identity: "region 2" };
  const sameMeaning: Readonly<Record<string, Partial<Delta>>> = {
    "other rules, lines and words": {
      changes: [
        {
          ...change,
          from: { effect: "require_approval", source: "risk_default" },
          to: { effect: "always_run", source: "connector" },
          region: { path: "anything", except: ["else"], conditions: ["at all"] },
          witness: { connector: "stripe", action: "put" },
        },
      ],
    },
    "risks in another order": { changes: [{ ...change, risks: ["write", "read"] }] },
    "a region spread over more rules": {
      changes: [change, { ...change, region: { ...change.region, path: "x" } }],
    },
    "another reason": { undecided: [{ ...undecided, reason: "another" }, undecided] },
    "settings that explain decisions": {
      surface: [
        surface,
        { key: "policy.default_mode", from: "risk", to: "allow_all", explains: "decisions" },
      ],
    },
    "keys in another order": {
      surface: [{ to: "https://b", from: "https://a", key: surface.key }],
    },
  };

  test.each(Object.entries(sameMeaning))("is the same for %s", (_, part) => {
    expect(deltaDigest({ ...delta, ...part })).toBe(digest);
  });

  const otherMeaning: Readonly<Record<string, Partial<Delta>>> = {
    "another connector": { connector: "crm" },
    "another region": { changes: [secondChange] },
    "a region more": { changes: [change, secondChange] },
    "a region less": { changes: [] },
    "another effect after": { changes: [{ ...change, to: { ...change.to, effect: "block" } }] },
    "another effect before": {
      changes: [{ ...change, from: { ...change.from, effect: "denied" } }],
    },
    "a risk more": { changes: [{ ...change, risks: ["read", "write", "destructive"] }] },
    "something else undecided": { undecided: [{ ...undecided, identity: "rule 2" }] },
    "nothing undecided": { undecided: [] },
    "another value after": { surface: [{ ...surface, to: "https://c" }] },
    "another value before": { surface: [{ ...surface, from: "https://c" }] },
    "null in place of nothing": { surface: [{ ...surface, to: null }] },
    "nothing in place of a value": { surface: [{ ...surface, to: undefined }] },
    "another key": { surface: [{ ...surface, key: "connectors.stripe.spec" }] },
    "no surface": { surface: [] },
    "both sides exchanged": { surface: [{ ...surface, from: surface.to, to: surface.from }] },
    "an undecided region in place of a changed one": {
      changes: [],
      undecided: [undecided, { ...undecided, identity: change.identity }],
    },
  };

  test.each(Object.entries(otherMeaning))("is another for %s", (_, part) => {
    expect(deltaDigest({ ...delta, ...part })).not.toBe(digest);
  });

  test("tells all of these from one another", () => {
    const digests = Object.values(otherMeaning).map((part) => deltaDigest({ ...delta, ...part }));
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("does not depend on the order of parts", () => {
    const parts = fc.array(fc.constantFrom("1", "2", "3"), { maxLength: 5 });
    const of = (identities: readonly string[]): string =>
      deltaDigest({
        connector: "stripe",
        changes: identities.map((identity) => ({ ...change, identity })),
        undecided: identities.map((identity) => ({ ...undecided, identity })),
        surface: identities.map((key) => ({ ...surface, key })),
      });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const asSet = (values: readonly string[]): string => [...new Set(values)].sort().join();
        const same = asSet(one) === asSet(other);
        expect(of(one) === of(other)).toBe(same);
      }),
    );
  });
});
