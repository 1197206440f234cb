import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoted, visible } from "../../../src/policy/source/visible-text.ts";

describe("text made visible", () => {
  it.each([
    ["stripe.create_refund", "stripe.create_refund"],
    ["é 😀 `x`", "é 😀 `x`"],
    ["a\nb\tc", "a\\u{A}b\\u{9}c"],
    ["\u200B\u202E\uFEFF\u00A0\u2028", "\\u{200B}\\u{202E}\\u{FEFF}\\u{A0}\\u{2028}"],
    ["\uD800", "\\u{D800}"],
    ["a".repeat(81), `${"a".repeat(79)}…`],
  ])("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(quoted(text)).toBe(`\`${shown.replaceAll("`", "\\u{60}")}\``);
  });

  it("ends its quotation itself: no text can go on outside of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(quoted(text).slice(1, -1)).not.toContain("`");
      }),
    );
  });

  it("is one line, whatever it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
