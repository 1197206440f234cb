import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDocument, jsonText } from "../../../src/report/json/json-text.ts";

describe("a JSON report", () => {
  it("holds nothing that does not show, and says the same", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(jsonText(value)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(jsonDocument(value).replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(JSON.parse(jsonDocument(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("escapes what a terminal obeys", () => {
    expect(jsonText("\u001B[31m\u009B\u202E\u{E0001}")).toBe(
      String.raw`"\u001b[31m\u009b\u202e\udb40\udc01"`,
    );
  });
});
