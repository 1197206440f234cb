import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type OwnerName, parseOwnerName } from "../../src/review/owner.ts";
import type { OwnerResolution } from "../../src/review/owner-resolution.ts";
import { type Requirement, requirementDigest } from "../../src/review/requirement.ts";
import { change, judge, manifest, owners, teams, twoConnectors } from "./scene.ts";

/** What somebody approves, as it is written. */
interface Written {
  readonly connector: string;
  readonly parts: readonly string[];
  readonly groups: readonly (readonly string[])[];
}

/** What somebody approves, in a form that is equal exactly when it is the same. */
interface Meaning {
  readonly connector: string;
  readonly parts: readonly string[];
  /** For each group the owners' identities. */
  readonly groups: readonly (readonly string[])[];
}

/** Names of owners; the second one of each pair is another name of the same owner. */
const identities: Readonly<Record<string, string>> = {
  "@acme/finance": "team 1",
  "@Acme/Finance": "team 1",
  "@acme/money": "team 1",
  "@acme/security": "team 2",
  "@maria": "user 1",
  "@Maria": "user 1",
  "@team-1": "user 11",
  "@acme/gone": "unknown @acme/gone",
  "@acme/Gone": "unknown @acme/gone",
};

function resolve(owner: OwnerName): OwnerResolution {
  const [kind, id = ""] = (identities[owner.text] ?? "").split(" ");
  if (kind === "unknown") return { kind, owner, because: "it is gone" };
  const person = { id: Number(id), login: owner.text, kind: "user" } as const;
  return kind === "team"
    ? { kind, owner, id: Number(id), members: [] }
    : { kind: "user", owner, person };
}

const ownerNames = fc.array(fc.constantFrom(...Object.keys(identities)), { maxLength: 3 });
const requirement: fc.Arbitrary<Written> = fc.record({
  connector: fc.constantFrom("stripe", "crm", "*"),
  parts: fc.array(fc.constantFrom("delta 1", "delta 2", "owners"), { maxLength: 3 }),
  groups: fc.array(ownerNames, { minLength: 1, maxLength: 2 }),
});

function digest({ connector, parts, groups }: Written): string {
  const written: Requirement = {
    connector,
    meaning: parts,
    groups: groups.map((names) => ({
      label: "owners",
      namedBy: "base",
      owners: names.map((text) => parseOwnerName(text) as OwnerName),
    })),
  };
  return requirementDigest(written, resolve);
}

function meaningOf({ connector, parts, groups }: Written): Meaning {
  const sorted = (values: readonly string[]) => [...new Set(values)].sort();
  return {
    connector,
    parts: sorted(parts),
    groups: groups
      .map((names) => sorted(names.map((name) => identities[name] ?? "")))
      .sort((one, other) => (one.join("|") < other.join("|") ? -1 : 1)),
  };
}

describe("a digest", () => {
  test("is equal exactly when what changes and who owns it are equal", () => {
    fc.assert(
      fc.property(requirement, requirement, (one, other) => {
        const same = JSON.stringify(meaningOf(one)) === JSON.stringify(meaningOf(other));
        expect(digest(one) === digest(other)).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });

  test("does not see the order of anything, or repetitions", () => {
    fc.assert(
      fc.property(requirement, ({ connector, parts, groups }) => {
        const turned = {
          connector,
          parts: [...parts, ...parts].reverse(),
          groups: groups.map((names) => [...names, ...names].reverse()).reverse(),
        };
        expect(digest(turned)).toBe(digest({ connector, parts, groups }));
      }),
    );
  });

  test("tells one group of two owners from two groups of one each", () => {
    const scene = { connector: "stripe", parts: ["delta 1"] };
    const together = digest({ ...scene, groups: [["@acme/finance", "@acme/security"]] });
    expect(digest({ ...scene, groups: [["@acme/finance"], ["@acme/security"]] })).not.toBe(
      together,
    );
  });

  test("stays the same when a team is renamed, and not when another one takes its name", () => {
    const scene = { connector: "stripe", parts: ["delta 1"] };
    const before = digest({ ...scene, groups: [["@acme/finance"]] });
    expect(digest({ ...scene, groups: [["@acme/money"]] })).toBe(before);
    expect(digest({ ...scene, groups: [["@acme/security"]] })).not.toBe(before);
    expect(digest({ ...scene, groups: [["@acme/gone"]] })).not.toBe(before);
  });
});

describe("the digest of a connector's change", () => {
  const digests = (scene: Parameters<typeof judge>[0]): ReadonlyMap<string, string> =>
    new Map(
      judge(scene).requirements.map(({ requirement: { connector }, digest }) => [
        connector,
        digest,
      ]),
    );
  const stripe = digests({}).get("stripe");

  test.each([
    ["another layout", { projects: [change(manifest(), `# hello\n${refund()}`)] }],
    ["another base with the same difference", { projects: [rebased()] }],
    ["another connector's change", { projects: [change(manifest(), alongside())] }],
    ["other members of the same teams", { teams: { ...teams, "@acme/finance": ["frida"] } }],
    ["another author", { author: "otto" }],
    ["another connector's owners", { config: owners.replace("@acme/support", "@otto") }],
    ["the same owner written otherwise", { config: owners.replace("@acme/f", "@ACME/F") }],
  ] as const)("stays the same with %s", (_, scene) => {
    expect(digests(scene).get("stripe")).toBe(stripe);
  });

  test.each([
    ["one more call", { projects: [twoConnectors] }],
    ["another decision for the same calls", { projects: [change(manifest(), blockRefunds())] }],
    ["other owners", { config: owners.replace("@acme/finance", "@maria") }],
    ["an owner more", { config: owners.replace('"@acme/finance"', '"@acme/finance", "@maria"') }],
    [
      "a change of its owners that comes along",
      { headConfig: owners.replace("@acme/f", "@acme/x") },
    ],
    ["another manifest", { projects: [change(manifest(), refund(), "other/kortix.yaml")] }],
  ])("is another one with %s", (_, scene) => {
    expect(digests(scene).get("stripe")).toMatch(/^[0-9a-f]{64}$/);
    expect(digests(scene).get("stripe")).not.toBe(stripe);
  });

  test("of `*` is another one for another setting or another value", () => {
    const all = (text: string) =>
      digests({ projects: [], headConfig: `${owners}approvals: ${text}\n` }).get("*");
    expect(new Set([all("{ ttl: 1d }"), all("{ ttl: 2d }"), all("{ required: 2 }")]).size).toBe(3);
    expect(all("{ ttl: 24h }")).toBe(all("{ ttl: 1d }"));
  });

  function refund(): string {
    return manifest("always_run stripe.create_refund");
  }
  function blockRefunds(): string {
    return manifest("block stripe.create_refund");
  }
  function alongside(): string {
    return manifest("always_run stripe.create_refund", "always_run helpdesk.*");
  }
  function rebased() {
    const elsewhere = "block stripe.delete_*";
    return change(manifest(elsewhere), manifest(elsewhere, "always_run stripe.create_refund"));
  }
});
