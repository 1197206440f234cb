import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { surfaceChanges } from "../../../src/analysis/surface/surface-changes.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { absentPolicy, type Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf } from "../literal-policy.ts";

const folder = "fixtures/surface";

function policyAt(path: string): Policy {
  if (!existsSync(path)) return absentPolicy;
  const { value } = readPolicy(readFileSync(path, "utf8"));
  if (value === undefined) throw new Error(`${path} is no manifest`);
  return value;
}

/** One change a line, under its connector. */
function written(base: Policy, head: Policy): string {
  const shown = (value: unknown): string => (value === undefined ? "-" : JSON.stringify(value));
  return [...surfaceChanges(base, head)]
    .flatMap(([slug, changes]) => [
      `${slug}\n`,
      ...changes.map(({ key, from, to }) => `  ${key}: ${shown(from)} -> ${shown(to)}\n`),
    ])
    .join("");
}

test.each(readdirSync(folder))("the surface of %s", async (name) => {
  const base = policyAt(`${folder}/${name}/base.yaml`);
  const head = policyAt(`${folder}/${name}/head.yaml`);
  await expect(written(base, head)).toMatchFileSnapshot(`../../../${folder}/${name}/expected.txt`);
  expect(written(head, head)).toBe("");
});

test("imports are nobody's alone, and their order means nothing", () => {
  const base = policyOf({ connectors: [], imports: ["b.yaml", "a.yaml"] });
  const head = policyOf({ connectors: [], imports: ["a.yaml", "b.yaml"] });
  const more = policyOf({ connectors: [], imports: ["c.yaml", "a.yaml", "b.yaml"] });
  expect(written(base, head)).toBe("");
  expect(written(head, more)).toBe(
    '*\n  imports: ["a.yaml","b.yaml"] -> ["a.yaml","b.yaml","c.yaml"]\n',
  );
});

describe("agents that are named like parts of a key", () => {
  test("are told from all other agents", () => {
    const connectors = [connectorOf("stripe")];
    const nobody = policyOf({ connectors, grants: { kind: "restricted", byAgent: new Map() } });
    const star = policyOf({
      connectors,
      grants: { kind: "restricted", byAgent: new Map([["*", ["stripe"]]]) },
    });
    expect(written(nobody, star)).toBe("stripe\n  agents.*.connectors: false -> true\n");
    expect([...(surfaceChanges(nobody, policyOf({ connectors })).get("stripe") ?? [])]).toEqual([
      { key: "agents", from: false, to: true },
    ]);
  });
});

test("the other way round everything is the other way round", () => {
  const slugs = fc.subarray(["stripe", "crm", "computer"]);
  const policies = fc
    .record({
      connectors: fc.option(slugs, { nil: undefined }),
      granted: fc.option(slugs, { nil: undefined }),
      url: fc.constantFrom("https://a.example", "https://b.example"),
      sensitive: fc.boolean(),
      approvalTtl: fc.constantFrom(3600, 86_400),
      imports: fc.subarray(["a.yaml", "b.yaml"]),
    })
    .map(({ connectors, granted, url, sensitive, ...rest }) =>
      policyOf({
        ...rest,
        ...(connectors && {
          connectors: connectors.map((slug) => connectorOf(slug, { target: { url }, sensitive })),
        }),
        ...(granted && {
          grants: { kind: "restricted", byAgent: new Map([["support", granted]]) },
        }),
      }),
    );
  const isSymmetric = ({ key }: { readonly key: string }): boolean => key !== "approvals.ttl";
  fc.assert(
    fc.property(policies, policies, (base, head) => {
      const there = [...surfaceChanges(base, head)].flatMap(([slug, changes]) =>
        changes.filter(isSymmetric).map(({ key, from, to }) => ({ slug, key, from: to, to: from })),
      );
      const back = [...surfaceChanges(head, base)].flatMap(([slug, changes]) =>
        changes.filter(isSymmetric).map((change) => ({ slug, ...change })),
      );
      expect(back).toEqual(there);
    }),
  );
});
