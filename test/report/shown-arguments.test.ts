import { describe, expect, it } from "vitest";
import type { Call } from "../../src/policy/call.ts";
import { policyFromObject } from "../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { longestValue, shownArguments } from "../../src/report/shown-arguments.ts";

function policyReading(match: string, args: readonly string[]): Policy {
  const { value } = policyFromObject({
    policies: [{ match, action: "block", conditions: args.map((arg) => ({ arg, match: "x" })) }],
  });
  if (value === undefined) throw new Error("the policy of this test cannot be read");
  return value;
}

function shown(args: Call["args"], paths: readonly string[], redact: readonly string[] = []) {
  const call = { connector: "stripe", action: "refund", ...(args === undefined ? {} : { args }) };
  return shownArguments(call, { policies: [policyReading("stripe.*", paths)], redact });
}

describe("of a saved call's arguments a report shows", () => {
  it("those that a condition reads, and no other", () => {
    expect(shown({ reason: "duplicate", body: "private" }, ["reason"])).toEqual([
      { path: "reason", kind: "shown", text: '"duplicate"' },
    ]);
  });

  it("none that only rules of other calls read", () => {
    const call = { connector: "stripe", action: "refund", args: { body: "private" } };
    const policies = [policyReading("helpdesk.*", ["body"])];
    expect(shownArguments(call, { policies, redact: [] })).toEqual([]);
  });

  it("those that rules of the call's connector read", () => {
    const { value } = policyFromObject({
      connectors: [
        {
          slug: "stripe",
          provider: "openapi",
          spec: "s",
          policies: [
            { match: "refund", action: "block", conditions: [{ arg: "note", match: "x" }] },
          ],
        },
      ],
    });
    const call = { connector: "stripe", action: "refund", args: { note: 1 } };
    expect(
      shownArguments(call, { policies: value === undefined ? [] : [value], redact: [] }),
    ).toEqual([{ path: "note", kind: "shown", text: "1" }]);
  });

  it("the values as JSON, maps left out", () => {
    const args = { a: null, b: [1, "x", [true], { secret: 1 }, {}], c: { d: 1.5 }, e: { f: "x" } };
    expect(
      shown(args, ["a", "b", "c.d", "e", "b.length"]).map((each) =>
        "text" in each ? each.text : each.kind,
      ),
    ).toEqual(["null", '[1,"x",[true],{…},{}]', "5", "1.5", "{…}"]);
  });

  it("that one is absent, own properties alone counting", () => {
    expect(
      shown({ a: "text" }, ["a.length", "b", "toString.name"]).map(({ kind }) => kind),
    ).toEqual(["absent", "absent", "absent"]);
  });

  it("nothing where they are not available", () => {
    expect(shown(undefined, ["reason"])).toEqual([]);
  });

  it("a long value cut", () => {
    const [argument] = shown({ note: "n n ".repeat(100) }, ["note"]);
    expect(argument).toMatchObject({ kind: "shown", text: expect.stringMatching(/^"n n.*…$/) });
    expect(argument).toHaveProperty("text.length", longestValue);
  });

  it.each([
    [
      "under a redacted path",
      { customer: { email: "a@example.com" } },
      "customer.email",
      ["customer.*"],
    ],
    ["in a list of a redacted path", { to: ["a@example.com"] }, "to", ["to.*"]],
    ["with a credential's name", { api_key: "x" }, "api_key", []],
    ["that looks like a credential", { note: "use sk_live_abc" }, "note", []],
    ["that is a card number", { number: 4242424242424242 }, "number", []],
    ["in a list with a credential", { notes: ["x", ["ghp_1"]] }, "notes", []],
  ])("no value %s", (_, args, path, redact) => {
    expect(shown(args, [path], redact)).toEqual([{ path, kind: "withheld" }]);
  });
});
