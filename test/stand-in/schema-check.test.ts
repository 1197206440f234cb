import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXTRA_ENDPOINTS } from "./beyond-the-slice.ts";
import { toJsonSchema } from "./json-schema.ts";
import { routeTable } from "./routes/table.ts";
import { type Scene, startScene } from "./scene.ts";
import { isKnownOperation } from "./schema-check.ts";
import { createWebhooks } from "./webhooks.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.github.close());

describe("what departs from GitHub's description is answered 500 and kept", () => {
  const checkRun = { name: "countersign", head_sha: "0".repeat(40) };
  const departures: [string, string, string, unknown, string][] = [
    [
      "a field of the wrong type",
      "POST",
      "/check-runs",
      { ...checkRun, name: 1 },
      "request body/name: must be string",
    ],
    [
      "a missing field",
      "POST",
      "/check-runs",
      { name: "x" },
      "must have required property 'head_sha'",
    ],
    [
      "a misspelt field",
      "POST",
      "/check-runs",
      { ...checkRun, detail_url: "x" },
      "has no body field detail_url",
    ],
    [
      "a word outside the list",
      "POST",
      "/check-runs",
      { ...checkRun, status: "done" },
      "must be equal to one of",
    ],
    [
      "a misspelt query parameter",
      "GET",
      "/pulls?perpage=2",
      undefined,
      "has no query parameter perpage",
    ],
    [
      "a query parameter of the wrong type",
      "GET",
      "/pulls?page=x",
      undefined,
      "query parameter page",
    ],
    ["a path parameter of the wrong type", "GET", "/pulls/one", undefined, "must be an integer"],
    ["an endpoint that is not served", "GET", "/labels", undefined, "serves no such endpoint"],
    ["a body that is not JSON", "POST", "/check-runs", "{", "must be object"],
    ["no body", "POST", "/check-runs", undefined, "needs a body"],
  ];
  test.each(departures)("%s", async (_, method, path, body, message) => {
    const answer = await scene.api(method, `/repos/acme/agents${path}`, body);
    expect(answer.status).toBe(500);
    expect(answer.body.message).toContain(message);
    expect(scene.github.violations).toHaveLength(1);
    expect(scene.github.violations[0]?.messages.join()).toContain(message);
  });

  test("and so is what the stand-in itself gets wrong", async () => {
    const broken = scene.github.pullRequest(scene.pull);
    Object.assign(broken, { title: 7 });
    const answer = await scene.api("GET", "/repos/acme/agents/pulls/1");
    expect(answer.body.message).toContain("response 200/title: must be string");
    expect(scene.github.violations).toHaveLength(1);
  });
});

test("a size that GitHub refuses is refused with 422, and is no violation", async () => {
  const annotation = {
    path: "x",
    start_line: 1,
    end_line: 1,
    annotation_level: "notice",
    message: "m",
  };
  const answer = await scene.api("POST", "/repos/acme/agents/check-runs", {
    name: "countersign",
    head_sha: scene.head,
    output: { title: "t", summary: "s", annotations: Array(51).fill(annotation) },
  });
  expect(answer.status).toBe(422);
  expect(scene.github.violations).toEqual([]);
});

test("every endpoint is in the slice, or has a reason to be served; and no reason is left over", () => {
  const served = routeTable(createWebhooks("")).map(({ method, path }) => `${method} ${path}`);
  expect(served.filter((operation) => !isKnownOperation(operation))).toEqual([]);
  expect(
    EXTRA_ENDPOINTS.map(({ endpoint }) => endpoint).filter((one) => !served.includes(one)),
  ).toEqual([]);
});

test.each([
  [{ type: "string", nullable: true }, { type: ["string", "null"] }],
  [{ type: "string" }, { type: "string" }],
  [{ $ref: "#/x", nullable: true }, { anyOf: [{ $ref: "#/x" }, { type: "null" }] }],
  [
    { type: "string", enum: ["a"], nullable: true },
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  ],
  [
    { properties: { nullable: { type: "boolean", nullable: false } } },
    { properties: { nullable: { type: "boolean" } } },
  ],
])("OpenAPI's nullable becomes JSON Schema: %j", (openApi, jsonSchema) => {
  expect(toJsonSchema(openApi)).toEqual(jsonSchema);
});
