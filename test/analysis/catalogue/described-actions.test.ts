import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { uniquePaths } from "../../../src/analysis/catalogue/action-path.ts";
import { actionsOf, mergedCatalogue } from "../../../src/analysis/catalogue/built-catalogue.ts";
import {
  withCataloguedRisk,
  withCataloguedRisks,
} from "../../../src/analysis/catalogue/catalogued-risk.ts";
import { describedActions } from "../../../src/analysis/catalogue/described-actions.ts";
import { readCatalogue } from "../../../src/analysis/catalogue/read-catalogue.ts";
import type { CorpusEntry } from "../../../src/analysis/simulation/corpus-entry.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import type { Risk } from "../../../src/policy/call.ts";
import { catalogueText } from "../../../src/report/catalogue-text.ts";

function described(text: string | object): unknown {
  const source = typeof text === "string" ? text : JSON.stringify(text);
  const found = describedActions({ path: "spec", text: source });
  return "because" in found ? found.because : Object.fromEntries(actionsOf(found));
}

describe("the actions of an OpenAPI document", () => {
  test("are called after their operation or their path, with the method's risk", () => {
    const document = {
      openapi: "3.1.0",
      paths: {
        "/charges/{id}": {
          parameters: [],
          get: { operationId: "charges.retrieve" },
          delete: {},
          patch: { operationId: "--" },
          "x-note": {},
        },
        "/": { head: { operationId: 7 }, options: {}, trace: {}, get: null },
        "/refunds": {
          post: { operationId: "CreateRefund" },
          put: { operationId: "create-refund" },
        },
        "/elsewhere": { $ref: "#/components/pathItems/a~1b" },
        "/nowhere": { $ref: "#/components/none/at" },
        "/outside": { $ref: "other.yaml" },
        "/odd": [],
      },
      components: { pathItems: { "a/b": { get: { operationId: "sendEmail" } } } },
    };
    expect(described(document)).toEqual({
      charges_retrieve: "read",
      "charges_id.delete": "destructive",
      "charges_id.patch": "write",
      "root.head": "read",
      "root.options": "read",
      "root.trace": "write",
      createrefund: "write",
      create_refund: "write",
      sendemail: "read",
    });
  });

  test("are read from YAML too", () => {
    expect(described("swagger: '2.0'\npaths:\n  /a:\n    get:\n      operationId: list\n")).toEqual(
      { list: "read" },
    );
  });
});

test("the tools of an MCP server are read by their hints", () => {
  const tools = [
    { name: "notion-search", annotations: { readOnlyHint: true } },
    { name: "notion_search", annotations: { readOnlyHint: true, destructiveHint: true } },
    { name: "update page", annotations: null },
    { name: "create", annotations: { readOnlyHint: false } },
    { title: "nameless" },
    null,
  ];
  const actions = {
    notion_search: "read",
    notion_search_2: "destructive",
    update_page: "write",
    create: "write",
  };
  expect(described({ tools })).toEqual(actions);
  expect(described({ jsonrpc: "2.0", id: 1, result: { tools } })).toEqual(actions);
});

describe("the fields of a GraphQL schema", () => {
  test("are actions of queries and mutations, from its definition", () => {
    const text = `
      type Query { userById(id: ID!): String @cost(weight: 2), me: User }
      type User { id: ID }
      type Mutation { deleteUser(id: ID!): Boolean }
      type Subscription { userChanged: User }
    `;
    expect(described(text)).toEqual({
      "query.userbyid": "read",
      "query.me": "read",
      "mutation.deleteuser": "write",
    });
    expect(described("schema { query: Root }\ntype Root { a: Int }")).toEqual({
      "query.a": "read",
    });
  });

  test("are actions, from an introspection", () => {
    const type = (name: string, fields: readonly string[]): object => ({
      kind: "OBJECT",
      name,
      interfaces: [],
      fields: fields.map((field) => ({
        name: field,
        args: [],
        type: { kind: "SCALAR", name: "Int" },
      })),
    });
    const __schema = {
      queryType: { name: "Q" },
      mutationType: { name: "M" },
      directives: [],
      types: [type("Q", ["getIt"]), type("M", ["setIt"]), { kind: "SCALAR", name: "Int" }],
    };
    const actions = { "query.getit": "read", "mutation.setit": "write" };
    expect(described({ __schema })).toEqual(actions);
    expect(described({ data: { __schema } })).toEqual(actions);
  });
});

test.each([
  [
    "a list",
    "[1]",
    "it is neither an OpenAPI document, nor an answer to MCP's `tools/list`, nor a GraphQL schema",
  ],
  [
    "text",
    "just words",
    "it is neither an OpenAPI document, nor an answer to MCP's `tools/list`, nor a GraphQL schema",
  ],
  [
    "no paths",
    '{"openapi":"3.1.0"}',
    "it is neither an OpenAPI document, nor an answer to MCP's `tools/list`, nor a GraphQL schema",
  ],
  ["no action", '{"openapi":"3.1.0","paths":{}}', "it describes no action"],
  ["no operation", "type User { id: ID }", "it describes no action"],
  [
    "a broken introspection",
    '{"__schema":{"types":[{}]}}',
    "it is neither an OpenAPI document, nor an answer to MCP's `tools/list`, nor a GraphQL schema",
  ],
])("%s is no description", (_, text, because) => {
  const found = described(text);
  expect(found).toBe(because);
});

test("paths that clean to the same name are told apart, and from those that have such a name anyway", () => {
  const unique = uniquePaths();
  expect(["a", "a_2", "a", "a", "a"].map(unique)).toEqual(["a", "a_2", "a_3", "a_4", "a_5"]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "a_2", "a_3", "a_2_2")), (paths) => {
      const one = uniquePaths();
      expect(new Set(paths.map(one)).size).toBe(paths.length);
    }),
  );
});

describe("a built catalogue", () => {
  const slug = fc.constantFrom("a", "b", "c");
  const risk = fc.constantFrom<(Risk | undefined)[]>("read", "write", "destructive", undefined);
  const actions = fc
    .uniqueArray(fc.tuple(slug, risk), { selector: ([name]) => name })
    .map((all) => new Map(all));
  const catalogue = fc
    .uniqueArray(fc.tuple(slug, actions), { selector: ([name]) => name })
    .map((all) => new Map(all));

  test("reads as what it was written from", () => {
    fc.assert(
      fc.property(catalogue, (one) => {
        const { value } = readCatalogue({ path: "c", text: catalogueText(one) });
        expect(value).toEqual(one);
        expect(catalogueText(value ?? new Map())).toBe(catalogueText(one));
      }),
    );
  });

  test("merged holds all actions, each with the last risk that is known", () => {
    fc.assert(
      fc.property(catalogue, catalogue, (one, other) => {
        const merged = mergedCatalogue([one, other]);
        for (const [name, all] of [...one, ...other]) {
          for (const action of all.keys()) {
            expect(merged.get(name)?.get(action)).toBe(
              other.get(name)?.get(action) ?? one.get(name)?.get(action),
            );
          }
        }
      }),
    );
  });

  test("gives a saved call the risk that it does not say itself", async () => {
    const known = new Map([
      [
        "a",
        new Map<string, Risk | undefined>([
          ["x", "read"],
          ["y", undefined],
        ]),
      ],
    ]);
    const calls = [
      { connector: "a", action: "x" },
      { connector: "a", action: "x", risk: "write" },
      { connector: "a", action: "y" },
      { connector: "b", action: "x" },
      {},
    ];
    const text = calls.map((call) => JSON.stringify(call)).join("\n");
    const entries = [...readCorpusText({ path: "f", text })];
    async function* stream(): AsyncGenerator<CorpusEntry> {
      yield* entries;
    }
    const found: unknown[] = [];
    for await (const entry of withCataloguedRisks(stream(), known)) {
      found.push(entry.kind === "call" ? entry.call.risk : entry.kind);
    }
    expect(found).toEqual(["read", "write", undefined, undefined, "bad-line"]);
    const [first] = entries;
    expect(first?.kind === "call" && withCataloguedRisk(first, new Map())).toBe(first);
  });
});
