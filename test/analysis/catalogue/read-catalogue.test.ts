import { describe, expect, it } from "vitest";
import { platformCatalogue } from "../../../src/analysis/catalogue/platform-catalogue.ts";
import { readCatalogue } from "../../../src/analysis/catalogue/read-catalogue.ts";

function read(text: string): ReturnType<typeof readCatalogue> {
  return readCatalogue({ path: "actions.json", text });
}

describe("a catalogue", () => {
  it("has the actions of connectors, with the risk where it is known", () => {
    const { value, diagnostics } = read(
      '{ "stripe": { "create_refund": "write", "x": null }, "gmail": {} }',
    );
    expect(diagnostics).toEqual([]);
    expect(value).toEqual(
      new Map([
        [
          "stripe",
          new Map([
            ["create_refund", "write"],
            ["x", undefined],
          ]),
        ],
        ["gmail", new Map()],
      ]),
    );
  });

  it("may be YAML", () => {
    expect(read("stripe:\n  delete_customer: destructive\n").value?.get("stripe")?.size).toBe(1);
  });

  it.each([
    ["[]", "the catalogue is not a map", 1],
    ["null", "the catalogue is not a map", 1],
    ['{\n"Stripe": {}}', "`Stripe` is no connector's slug", 2],
    ['{\n"stripe": ["create_refund"]}', "the actions of `stripe` are not a map", 2],
    ['{\n"stripe": {\n"x": "destroys"}}', '`"destroys"` is no risk', 3],
    ['{"stripe": {"x": "Write"}}', '`"Write"` is no risk', 1],
    ['{"stripe": {"x": 1}}', "`1` is no risk", 1],
  ])("is refused with a reason and a place: %s", (text, message, line) => {
    const { value, diagnostics } = read(text);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { id: "catalogue", severity: "error", message, span: { start: { line } } },
    ]);
  });

  it("says what a risk was probably meant to be", () => {
    expect(read('{"stripe": {"x": "Write"}}').diagnostics[0]?.help).toBe("did you mean `write`?");
  });

  it("is refused when it is no YAML", () => {
    expect(read('{"a": 1, "a": 2}')).toMatchObject({ value: undefined });
  });

  it("of the platform has the risk of every action", () => {
    expect([...platformCatalogue.keys()].sort()).toEqual([
      "computer",
      "kortix_email",
      "kortix_slack",
      "kortix_teams",
    ]);
    const actions = [...platformCatalogue.values()].flatMap((one) => [...one]);
    expect(actions.filter(([action, risk]) => action === "" || risk === undefined)).toEqual([]);
    expect(platformCatalogue.get("computer")?.get("shell.exec")).toBe("write");
    expect(platformCatalogue.get("computer")?.get("fs.delete")).toBe("destructive");
  });
});
