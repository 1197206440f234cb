import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import {
  policyFromObject,
  readPolicy,
} from "../../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../../src/policy/policy.ts";
import type { Diagnostic, Parsed, SourceFile } from "../../../../src/policy/source/diagnostic.ts";

const gmail = { slug: "gmail", provider: "pipedream", app: "gmail" };

function read(manifest: object): Policy {
  const { value } = policyFromObject({ kortix_version: 2, ...manifest });
  if (value === undefined) throw new Error("the manifest does not read");
  return value;
}

const ids = ({ diagnostics }: Parsed<Policy>): string[] => diagnostics.map(({ id }) => id);

describe("the manifest among several files", () => {
  const file = (path: string, slug: string): SourceFile => ({
    path,
    text: stringify({ kortix_version: 2, connectors: [{ ...gmail, slug }] }),
  });
  const files = [
    file("kortix.yml", "yml"),
    file("kortix.yaml", "yaml"),
    file("apps/a/kortix.yaml", "nested"),
  ];
  const slugs = (policy: Parsed<Policy>): string[] => [...(policy.value?.connectors?.keys() ?? [])];

  it("is kortix.yaml, then kortix.yml, unless another is named", () => {
    expect(slugs(readPolicy(files))).toEqual(["yaml"]);
    expect(slugs(readPolicy(files.slice(0, 1)))).toEqual(["yml"]);
    expect(slugs(readPolicy(files, { root: "apps/a/kortix.yaml" }))).toEqual(["nested"]);
  });

  it("is nowhere when the named one is not there", () => {
    expect(readPolicy(files, { root: "apps/b/kortix.yaml" })).toMatchObject({
      value: undefined,
      diagnostics: [{ id: "manifest-missing", severity: "error" }],
    });
  });

  it("is not read when it is a bomb, and the platform's rules stay", () => {
    const { value, diagnostics } = readPolicy("[".repeat(1_000));
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        id: "too-costly",
        message:
          "the file cannot be read: it nests deeper than 100 levels; the platform keeps the last rules that it could read",
      },
    ]);
  });
});

describe("imports", () => {
  const chain = (length: number): SourceFile[] => [
    { path: "kortix.yaml", text: "imports: [1.yaml]" },
    ...Array.from({ length }, (_, index) => ({
      path: `${index + 1}.yaml`,
      text: index + 1 < length ? `imports: [${index + 2}.yaml]` : "",
    })),
  ];
  const crowd = (size: number): SourceFile[] => [
    { path: "kortix.yaml", text: "imports: [many]" },
    ...Array.from({ length: size }, (_, index) => ({ path: `many/${index}.yml`, text: "" })),
  ];

  it("go 8 levels deep and no further", () => {
    expect(readPolicy(chain(8)).value?.imports).toHaveLength(8);
    expect(readPolicy(chain(9))).toMatchObject({
      value: undefined,
      diagnostics: [{ id: "import-failed" }],
    });
  });

  it("reach 200 files and no more", () => {
    expect(readPolicy(crowd(200)).value?.imports).toHaveLength(200);
    expect(readPolicy(crowd(201))).toMatchObject({
      value: undefined,
      diagnostics: [{ id: "import-failed" }],
    });
  });

  it("merge each file once, before what it imports, directories in code-unit order", () => {
    const { value, diagnostics } = readPolicy([
      {
        path: "kortix.yaml",
        text: "kortix_version: 2\nimports: [team/, z.yaml]\nagents: {a: {connectors: all}}",
      },
      { path: "z.yaml", text: stringify({ connectors: [{ ...gmail, slug: "z" }] }) },
      {
        path: "team/b.yaml",
        text: stringify({ imports: ["z.yaml"], connectors: [{ ...gmail, slug: "b" }] }),
      },
      {
        path: "team/B.yml",
        text: stringify({
          connectors: [{ ...gmail, slug: "upper" }],
          agents: { b: { connectors: ["z"] } },
        }),
      },
      { path: "team/readme.md", text: "[" },
      { path: "teams.yaml", text: "[" },
    ]);
    expect(diagnostics).toEqual([]);
    expect(value?.imports).toEqual(["team/B.yml", "team/b.yaml", "z.yaml"]);
    expect([...(value?.connectors?.keys() ?? [])]).toEqual(["upper", "b", "z"]);
    expect(value?.connectors?.get("b")?.span).toMatchObject({
      file: "team/b.yaml",
      start: { line: 4 },
    });
    expect(value?.grants).toEqual({
      kind: "restricted",
      byAgent: new Map<string, unknown>([
        ["a", "all"],
        ["b", ["z"]],
      ]),
    });
  });

  it("go in a circle when a directory holds the root", () => {
    const files = [{ path: "apps/a/kortix.yaml", text: "imports: [apps]" }];
    expect(readPolicy(files, { root: "apps/a/kortix.yaml" })).toMatchObject({
      value: undefined,
      diagnostics: [{ id: "import-failed" }],
    });
  });

  it("lead nowhere from an object", () => {
    expect(policyFromObject({ imports: ["a.yaml"] })).toMatchObject({
      value: undefined,
      diagnostics: [{ id: "import-failed", path: ["imports", 0] }],
    });
  });

  it("take a hole in an object's list for an entry without a value", () => {
    const policies = new Array(2);
    policies[1] = { match: "*", action: "block" };
    const { value, diagnostics } = policyFromObject({ policies });
    expect(value?.rules.map(({ index, effect }) => [index, effect])).toEqual([[0, "block"]]);
    expect(diagnostics).toMatchObject([{ id: "rule-dropped", path: ["policies", 0] }]);
  });

  it("report what is odd in a file at its line, the root's own first, then file by file", () => {
    const { diagnostics } = readPolicy([
      { path: "kortix.yaml", text: "imports: [b.yaml, a.yaml]\npolicies: 1" },
      { path: "a.yaml", text: "connectors: [!x {}]" },
      { path: "b.yaml", text: "\nconnectors: [[]]" },
    ]);
    expect(diagnostics.map(({ id, span }) => [id, span?.file, span?.start.line])).toEqual([
      ["rules-not-list", "kortix.yaml", 2],
      ["yaml-warning", "a.yaml", 1],
      ["connector-dropped", "a.yaml", 1],
      ["connector-dropped", "b.yaml", 2],
    ]);
  });
});

describe("a connector's target", () => {
  it.each<[string, object, object]>([
    ["pipedream", { app: " gmail " }, { app: "gmail", account: "x", auth: { type: "none" } }],
    [
      "composio",
      { app: "a", account: "work", auth: { type: "NONE", secret: "S" } },
      { app: "a", account: "work", auth: { type: "none" } },
    ],
    [
      "mcp",
      { url: "https://m", transport: " SSE ", headers: { "X-A": "b" } },
      { url: "https://m", transport: "sse", auth: { type: "none" }, headers: { "X-A": "b" } },
    ],
    [
      "mcp",
      { url: "https://m", transport: 1, headers: null, auth: null },
      { url: "https://m", transport: "http", auth: { type: "none" } },
    ],
    [
      "openapi",
      { spec: "s", auth: { type: "oauth1", in: null } },
      { spec: "s", auth: { type: "oauth1", in: "header" } },
    ],
    [
      "postman",
      { spec: "s", auth: { type: "Bearer", prefix: "Token " } },
      { spec: "s", auth: { type: "bearer", in: "header", prefix: "Token " } },
    ],
    ["graphql", { endpoint: "e", spec: "s" }, { endpoint: "e", spec: "s", auth: { type: "none" } }],
    ["http", { base_url: "b", baseUrl: "c", spec: " " }, { base_url: "b", auth: { type: "none" } }],
    [
      "http",
      { baseUrl: "c", auth: { type: "custom", name: "X" } },
      { base_url: "c", auth: { type: "custom", in: "header", name: "X" } },
    ],
    ["channel", { platform: "teams" }, { platform: "teams", auth: { type: "none" } }],
  ])("of provider %s: %j", (provider, keys, target) => {
    const entry = { slug: "x", provider, ...keys };
    expect(read({ connectors: [entry] }).connectors?.get("x")?.target).toEqual({
      provider,
      authorization_strategy: "project",
      ...target,
    });
  });

  it("is the same however its defaults are written", () => {
    const bare = read({ connectors: [gmail] });
    const full = read({
      connectors: [
        {
          ...gmail,
          account: "gmail",
          auth: { type: "none" },
          authorization_strategy: "",
          enabled: true,
          sensitive: "off",
          policies: [],
        },
      ],
    });
    expect(full).toEqual(bare);
  });
});

describe("who may call what", () => {
  const grants = (manifest: object): unknown => {
    const { grants: read } = policyFromObject(manifest).value ?? { grants: undefined };
    return read?.kind === "restricted" ? Object.fromEntries(read.byAgent) : read?.kind;
  };
  const sound = {
    a: { connectors: ["z", "email", " b ", "b"] },
    off: { connectors: "all", enabled: false },
    none: {},
    star: { connectors: ["x", "*"] },
  };

  it.each<[string, object, unknown]>([
    ["nobody is restricted without agents", {}, "unrestricted"],
    ["nor with agents left empty", { kortix_version: 2, agents: null }, "unrestricted"],
    [
      "lists are canonical and sorted, agents without a grant are left out",
      { kortix_version: 2, agents: sound },
      { a: ["b", "kortix_email", "z"], star: "all" },
    ],
    [
      "default stands for default_agent",
      { kortix_version: 3, default_agent: " a ", agents: { a: { connectors: ["b"] } } },
      { a: ["b"], default: ["b"] },
    ],
    [
      "default_agent comes before an agent of that name",
      { kortix_version: 2, default_agent: "a", agents: { a: {}, default: { connectors: "all" } } },
      {},
    ],
    [
      "an agent may have that name",
      { kortix_version: 2, agents: { default: { connectors: "*" } } },
      { default: "all" },
    ],
    [
      "but not when another entry is malformed",
      { kortix_version: 2, agents: { default: { connectors: "*" }, b: 1 } },
      {},
    ],
    [
      "default_agent is found all the same",
      { kortix_version: 2, default_agent: "a", agents: { a: { connectors: ["b"] }, b: 1 } },
      { a: ["b"], default: ["b"] },
    ],
    [
      "version 1 lists agents, and leaves default unrestricted",
      { agents: [{ name: " a ", connectors: ["b"] }] },
      { a: ["b"], default: "all" },
    ],
    [
      "but not when an entry is malformed",
      { agents: [{ name: "a", connectors: ["b"] }, {}] },
      { a: ["b"] },
    ],
    [
      "the wrong kind grants nothing",
      { kortix_version: 1, agents: { a: { connectors: "all" } } },
      {},
    ],
  ])("%s", (_what, manifest, expected) => {
    expect(grants(manifest)).toEqual(expected);
  });
});

describe("the rest of a policy", () => {
  it.each([
    ["30m", 1_800],
    [" 4h ", 14_400],
    ["7d", 604_800],
    ["0h", 86_400],
    ["4 h", 86_400],
    ["123456m", 86_400],
    ["h", 86_400],
    [undefined, 86_400],
  ])("approvals of ttl %j last %d seconds", (ttl, seconds) => {
    expect(read({ approvals: { ttl } }).approvalTtl).toBe(seconds);
  });

  it("tells a file without connectors from one that declares none", () => {
    expect(read({}).connectors).toBeUndefined();
    expect(read({ connectors: null }).connectors).toEqual(new Map());
    expect(read({ connectors: {} }).connectors).toEqual(new Map());
  });

  it("explains a value that no YAML could hold", () => {
    expect(policyFromObject({ policies: 1n }).diagnostics).toMatchObject([
      { message: "`policies` is no plain value, so every project rule is dropped" },
    ]);
  });

  it("names every slug that an entry names, kept or not", () => {
    const { connectors, namedSlugs } = read({
      connectors: [gmail, { slug: " kortix_slack " }, { slug: 1 }, null],
    });
    expect([...(connectors?.keys() ?? [])]).toEqual(["gmail"]);
    expect([...namedSlugs]).toEqual(["gmail", "kortix_slack"]);
  });

  it("numbers the rules that are kept", () => {
    const { rules } = read({
      policies: [
        null,
        { match: "a", action: "block" },
        { match: "b" },
        { match: " c ", action: "block" },
      ],
    });
    expect(rules.map(({ index, match, span }) => [index, match.text, span])).toEqual([
      [0, "a", undefined],
      [1, "c", undefined],
    ]);
  });

  it.each([
    [1.9, ["version-inexact", "agents-malformed"]],
    [3, []],
    [" 2 ", ["version-inexact"]],
    [null, ["version-inexact", "agents-malformed"]],
    [3.5, ["version-unreadable"]],
    [0.5, ["version-unreadable"]],
    ["", ["version-unreadable"]],
    [Number.NaN, ["version-unreadable"]],
  ])("reads kortix_version %j as the runtime does", (kortix_version, expected) => {
    expect(ids(policyFromObject({ kortix_version, agents: {} }))).toEqual(expected);
  });

  it.each([null, 1, "a", []])("takes %j as an empty manifest, with an error", (manifest) => {
    expect(policyFromObject(manifest)).toMatchObject({
      value: { rules: [], connectors: undefined, defaultMode: "allow_all" },
      diagnostics: [{ id: "manifest-not-map", severity: "error" }],
    });
  });
});

describe("reading text and reading a value", () => {
  const text = fc.oneof(
    fc.constantFrom(
      "gmail",
      "*",
      "/x/",
      "block",
      "always_run",
      "all",
      "risk",
      "channel",
      "",
      " a ",
    ),
    fc.string({ maxLength: 4 }),
  );
  const scalar = fc.oneof(
    { weight: 3, arbitrary: text },
    fc.constantFrom<unknown[]>(null, true, 1, 2.5),
  );
  const anyOf =
    (...keys: string[]) =>
    (values: fc.Arbitrary<unknown>) =>
      fc.dictionary(fc.constantFrom(...keys, "constructor", "__proto__", "other"), values, {
        maxKeys: 5,
      });
  const condition = anyOf("arg", "match", "negate")(scalar);
  const rule = anyOf(
    "match",
    "action",
    "conditions",
    "position",
  )(fc.oneof(scalar, fc.array(condition, { maxLength: 2 })));
  const connector = anyOf(
    "slug",
    "provider",
    "app",
    "url",
    "platform",
    "policies",
    "auth",
    "headers",
    "enabled",
    "sensitive",
    "name",
  )(
    fc.oneof(
      scalar,
      fc.array(rule, { maxLength: 2 }),
      anyOf("type", "in", "name", "secret")(scalar),
    ),
  );
  const agent = anyOf(
    "connectors",
    "enabled",
    "connectors_required",
    "name",
  )(fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })));
  const manifest = fc.record(
    {
      kortix_version: fc.oneof(fc.constantFrom(1, 2, 3), scalar),
      policies: fc.oneof(fc.array(fc.oneof(rule, scalar), { maxLength: 4 }), scalar),
      connectors: fc.oneof(fc.array(fc.oneof(connector, scalar), { maxLength: 3 }), scalar),
      agents: fc.oneof(fc.dictionary(text, agent), fc.array(agent, { maxLength: 2 }), scalar),
      policy: fc.oneof(anyOf("default_mode", "defaultMode")(scalar), scalar),
      approvals: fc.oneof(anyOf("ttl")(scalar), scalar),
      default_agent: scalar,
      imports: fc.oneof(fc.constant([]), fc.array(scalar, { maxLength: 2 })),
    },
    { requiredKeys: [] },
  );
  const withoutSpan = ({ span: _span, ...diagnostic }: Diagnostic): object => diagnostic;
  const byPath = (diagnostics: readonly Diagnostic[]): string[] =>
    diagnostics.map((diagnostic) => JSON.stringify(withoutSpan(diagnostic))).sort();

  it("say the same", () => {
    fc.assert(
      fc.property(manifest, (value) => {
        const fromText = readPolicy(stringify(value, { aliasDuplicateObjects: false }));
        const fromValue = policyFromObject(value);
        expect(byPath(fromText.diagnostics)).toEqual(byPath(fromValue.diagnostics));
        expect(spanless(fromText.value)).toEqual(spanless(fromValue.value));
        expect(fromText.diagnostics.every(({ span }) => span !== undefined)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("never throw, whatever the text is, and explain what they cannot read", () => {
    const pieces = fc.constantFrom(
      ...[
        "policies:\n",
        "- ",
        "match: ",
        "*",
        "action: block\n",
        "  ",
        "connectors:\n",
        "{",
        "}",
        "[",
        "&a ",
        "*a\n",
        "\n",
        "slug: x\n",
        "'",
        "/(/",
        "\t",
        "imports: ",
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 20 }).map((list) => list.join("")),
          fc.string({ unit: "binary" }),
        ),
        (anyText) => {
          const { value, diagnostics } = readPolicy(anyText);
          expect(
            value !== undefined || diagnostics.some(({ severity }) => severity === "error"),
          ).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** A policy as plain data without the places of its entries. */
function spanless(policy: Policy | undefined): unknown {
  return JSON.parse(
    JSON.stringify(policy ?? null, (key, value) => {
      if (key === "span") return undefined;
      return value instanceof Map || value instanceof Set ? [...value] : value;
    }),
  );
}
