import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "../../../src/policy/source/decode-utf8.ts";

describe("decoding a file", () => {
  it("keeps the text as it is, with its byte order mark", () => {
    const text = "\uFEFFa: é\r\n😀";
    expect(decodeUtf8("a.yaml", new TextEncoder().encode(text))).toEqual({
      value: text,
      diagnostics: [],
    });
  });

  it.each([
    ["a lone continuation byte", [0x61, 0x80]],
    ["an overlong form", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["UTF-16", [0xff, 0xfe, 0x61, 0x00]],
  ])("refuses %s", (_what, bytes) => {
    const { value, diagnostics } = decodeUtf8("a.yaml", new Uint8Array(bytes));
    expect(value).toBeUndefined();
    expect(diagnostics).toEqual([
      {
        id: "not-text",
        severity: "error",
        message: "the file is not UTF-8 text, so nothing in it can be read",
        help: "save it as UTF-8 text",
        path: [],
        span: {
          file: "a.yaml",
          start: { line: 1, column: 1, offset: 0 },
          end: { line: 1, column: 1, offset: 0 },
        },
      },
    ]);
  });

  it("refuses a NUL character, and says where it is", () => {
    const { value, diagnostics } = decodeUtf8("a.yaml", new TextEncoder().encode("a\nb\0"));
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        id: "not-text",
        message: "the file holds a NUL character, so nothing in it can be read",
        span: { start: { line: 2, column: 2, offset: 3 }, end: { line: 2, column: 3, offset: 4 } },
      },
    ]);
  });
});
