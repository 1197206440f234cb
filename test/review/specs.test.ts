import { describe, expect, test } from "vitest";
import { reviewMarkdown } from "../../src/report/review/comment.ts";
import { agreedActions, knownActions } from "../../src/review/catalogue-source.ts";
import { type ConnectorSpec, specFrom, specPlaces } from "../../src/review/connector-spec.ts";
import type { ManifestFiles } from "../../src/review/manifest-files.ts";
import { projectFindings } from "../../src/review/project-findings.ts";
import type { Review } from "../../src/review/review-change.ts";
import { type SpecSides, specChanges } from "../../src/review/spec-change.ts";
import { context } from "../report/review/cases.ts";
import { approvals, judge, nothingChanges, owners } from "./scene.ts";

/** A manifest whose connectors name these as `spec`. */
function manifestOf(specs: Readonly<Record<string, string>>, root = "kortix.yaml"): ManifestFiles {
  const connectors = Object.entries(specs).map(
    ([slug, spec]) => `  - { slug: ${slug}, provider: openapi, spec: ${JSON.stringify(spec)} }\n`,
  );
  return { root, files: [{ path: root, text: `connectors:\n${connectors.join("")}` }], faults: [] };
}

const placesOf = (files: ManifestFiles): readonly string[] =>
  specPlaces(files).map(({ connector, path }) => `${connector}: ${path}`);

/** A description with these operations, each `get find` or `delete drop`. */
function openApi(...operations: readonly string[]): string {
  const paths = operations.map((operation, index) => {
    const [method = "", operationId] = operation.split(" ");
    return [`/${index}`, { [method]: { operationId } }];
  });
  return JSON.stringify({ openapi: "3.1.0", paths: Object.fromEntries(paths) });
}

function described(text: string, connector = "stripe", path = "specs/stripe.json"): ConnectorSpec {
  return { connector, path, ...specFrom({ path, text }) };
}

describe("the descriptions that a manifest names", () => {
  test("are files below its folder, in its order", () => {
    const specs = { stripe: "specs/stripe.json", crm: "./a/../crm.yaml" };
    expect(placesOf(manifestOf(specs))).toEqual(["stripe: specs/stripe.json", "crm: crm.yaml"]);
    expect(placesOf(manifestOf(specs, "teams/a/kortix.yaml"))).toEqual([
      "stripe: teams/a/specs/stripe.json",
      "crm: teams/a/crm.yaml",
    ]);
  });

  test.each(["https://api.example/openapi.json", "/etc/passwd.json", "../up.json", "a/../..", "."])(
    "are never what leads out of it: %s",
    (spec) => {
      expect(placesOf(manifestOf({ stripe: spec }, "teams/a/kortix.yaml"))).toEqual([]);
    },
  );

  test.each<[string, ManifestFiles]>([
    ["there is none", { root: undefined, files: [], faults: [] }],
    [
      "it cannot be read",
      { ...manifestOf({ a: "a.json" }), faults: [{ path: "b", because: "is" }] },
    ],
    ["it says nothing of them", { ...manifestOf({}), files: [{ path: "kortix.yaml", text: "" }] }],
    [
      "it declares none",
      { ...manifestOf({}), files: [{ path: "kortix.yaml", text: "# spec\npolicies: []" }] },
    ],
    ["it is refused", { ...manifestOf({}), files: [{ path: "kortix.yaml", text: "spec: [" }] }],
    [
      "it leaves `spec` out",
      {
        ...manifestOf({}),
        files: [
          {
            path: "kortix.yaml",
            text: "connectors: [{ slug: specs, provider: mcp, url: https://a.example }]",
          },
        ],
      },
    ],
  ])("are none where %s", (_, files) => {
    expect(specPlaces(files)).toEqual([]);
  });
});

describe("a description", () => {
  test("says the actions of its connector, with their risks", () => {
    expect(specFrom({ path: "a.json", text: openApi("get find", "delete drop") })).toEqual({
      actions: [
        { path: "find", risk: "read" },
        { path: "drop", risk: "destructive" },
      ],
    });
  });

  test.each([
    ["is none", { path: "a.json", text: "{}" }, "it is neither an OpenAPI document"],
    ["is no file", { path: "a.json", because: "is a symlink" }, "the file is a symlink"],
    ["has another ending", { path: "a.txt", text: openApi("get a") }, "its name ends in none of"],
    [
      "is long YAML",
      { path: "a.yml", text: " ".repeat(1_048_577) },
      "it is YAML of more than 1 MiB",
    ],
  ])("that %s says why it says nothing", (_, file, because) => {
    expect(specFrom(file)).toEqual({ because: expect.stringContaining(because) });
  });

  test("is a remark where it cannot be read, and the rules are looked at without it", () => {
    const { policy } = nothingChanges.head;
    if (policy === undefined) throw new Error("not readable");
    const specs = [described("nonsense"), described(openApi("get find"), "github", "github.json")];
    expect(projectFindings(policy, { specs }).filter(({ id }) => id === "spec-unreadable")).toEqual(
      [
        {
          id: "spec-unreadable",
          severity: "warning",
          connector: "stripe",
          message:
            "`specs/stripe.json`, which describes `stripe`, cannot be read, so its actions are not known",
          why: expect.stringContaining("it is neither"),
          help: "mend the file, or list the actions of the connector in the file that `catalog` names",
        },
      ],
    );
  });
});

describe("the actions that are known", () => {
  const specs = [described(openApi("get find"), "crm"), described(openApi("get find"))];

  test("are those of the catalogue, and of descriptions for connectors that it does not list", () => {
    const catalogue = { path: "actions.json", text: '{"stripe":{"pay":"write"}}' };
    expect(knownActions(catalogue, [...specs, described("nonsense", "github")])).toEqual(
      new Map([
        ["crm", new Map([["find", "read"]])],
        ["stripe", new Map([["pay", "write"]])],
      ]),
    );
  });

  test("of several projects are those that they agree on", () => {
    const one = knownActions(undefined, specs);
    const other = knownActions({ path: "a", text: '{"stripe":{"find":null},"x":{}}' }, [
      specs[0] as ConnectorSpec,
    ]);
    expect([...agreedActions([one, other]).keys()].sort()).toEqual(["crm", "x"]);
  });
});

/** What becomes of the description of `stripe`. */
function sides(base: string | undefined, head: string | undefined, identity = "a b"): SpecSides {
  return {
    manifest: "kortix.yaml",
    connector: "stripe",
    ...(base === undefined ? {} : { base: described(base) }),
    ...(head === undefined ? {} : { head: described(head) }),
    identity,
  };
}

const reviewed = (...specs: readonly SpecSides[]): Review =>
  judge({ projects: [nothingChanges], assets: { specs: specChanges(specs) } });
const asked = ({ requirements }: Review): readonly string[] =>
  requirements.map(({ requirement, status }) => `${requirement.connector}: ${status}`);
const digest = ({ requirements }: Review): string | undefined => requirements[0]?.digest;

describe("a change of what describes a connector", () => {
  const before = openApi("get find", "delete drop");
  const tamed = openApi("get find", "get drop");

  test("asks its owners, and says whose risk changes, and which actions come and go", () => {
    const review = reviewed(sides(before, openApi("get drop", "post make")));
    expect(asked(review)).toEqual(["stripe: waiting"]);
    const text = reviewMarkdown(review, context, 200);
    expect(text).toContain(
      "What describes `stripe` says 3 things differently, so its owners are asked.",
    );
    expect(text).toContain("- `stripe.drop`: destructive → read");
    expect(text).toContain("- `stripe.find`: read → absent");
    expect(text).toContain("- `stripe.make`: absent → write");
    const assets = { specs: specChanges([sides(before, tamed)]) };
    expect(
      asked(judge({ projects: [nothingChanges], assets, reviews: approvals("maria") })),
    ).toEqual(["stripe: approved"]);
  });

  test("asks nobody where it says the same in other words", () => {
    expect(asked(reviewed(sides(before, `${before}\n`)))).toEqual([]);
  });

  test("asks its owners where it goes, because any action may be there then", () => {
    const text = reviewMarkdown(reviewed(sides(before, undefined)), context, 200);
    expect(text).toContain("- `stripe`: these actions alone → any");
    expect(asked(reviewed(sides(undefined, before)))).toEqual(["stripe: waiting"]);
  });

  test("asks its owners where a side cannot be read, because nobody knows what changes", () => {
    const broken = reviewed(sides(before, "{"));
    expect(asked(broken)).toEqual(["stripe: waiting"]);
    const text = reviewMarkdown(broken, context, 200);
    expect(text).toContain(
      "`specs/stripe.json`, which describes `stripe`, cannot be read after this change",
    );
    expect(text).toContain("- `specs/stripe.json`: it is neither an OpenAPI document");
    expect(reviewMarkdown(reviewed(sides("{", before)), context, 200)).toContain(
      "cannot be read as it is today",
    );
  });

  test("is another change where it says something else, or where something else cannot be read", () => {
    const digests = [
      reviewed(sides(before, tamed)),
      reviewed(sides(before, openApi("get find"))),
      reviewed(sides(before, "{", "a b")),
      reviewed(sides(before, "{", "a c")),
    ].map(digest);
    expect(new Set(digests).size).toBe(4);
    expect(digest(reviewed(sides(`${before} `, tamed)))).toBe(digests[0]);
  });

  test("names the first connectors, and lists all", () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...sides(before, tamed),
      connector: `c${index}`,
      base: described(before, `c${index}`),
      head: described(tamed, `c${index}`),
    }));
    const text = reviewMarkdown(reviewed(...many), context, 200);
    expect(text).toContain("and what describes 2 more");
    expect(text).toContain("- `c6.drop`: destructive → read");
    expect(reviewMarkdown(reviewed(...many), context, 2)).toContain("- and 5 more");
    expect(asked(judge({ projects: [nothingChanges], config: owners, assets: {} }))).toEqual([]);
  });
});
