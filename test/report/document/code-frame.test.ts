import { describe, expect, it } from "vitest";
import type { Span } from "../../../src/policy/source/span.ts";
import { textPositions } from "../../../src/policy/source/text-positions.ts";
import { codeFrame, frameLines } from "../../../src/report/document/code-frame.ts";

function lines(text: string, span: Span): readonly string[] {
  const frame = codeFrame(text, span);
  return frame === undefined ? [] : frameLines(frame);
}

function around(text: string, place: string): readonly string[] {
  const start = text.indexOf(place);
  return lines(text, textPositions("a.yaml", text).span(start, start + place.length));
}

describe("a code frame", () => {
  it("underlines the place", () => {
    expect(around("a: 1\nb: deny\n", "deny")).toEqual(["   2 | b: deny", "     |    ^^^^"]);
  });

  it("ends with the line where the place goes on", () => {
    expect(around("a: 1\nb: 2\n", "1\nb")).toEqual(["   1 | a: 1", "     |    ^"]);
  });

  it("points at the end of the line where nothing is", () => {
    expect(lines("a:\r\nb", textPositions("", "a:\r\nb").span(2, 2))).toEqual([
      "   1 | a:",
      "     |   ^",
    ]);
  });

  it("counts wide characters and tabs as they are displayed", () => {
    expect(around("\t表: x", "x")).toEqual(["   1 |   表: x", "     |       ^"]);
  });

  it("shows what does not show", () => {
    expect(around("a\u202E: x", "x")).toEqual(["   1 | a\\u{202E}: x", "     |            ^"]);
  });

  it("cuts a long line on both sides", () => {
    const text = `${"a".repeat(100)}X${"b".repeat(100)}`;
    expect(around(text, "X")).toEqual([
      `   1 | …${"a".repeat(60)}X${"b".repeat(59)}…`,
      `     | ${" ".repeat(61)}^`,
    ]);
  });

  it("is none for a line that is not there", () => {
    expect(codeFrame("a", textPositions("", "a\nb").span(2, 3))).toBeUndefined();
  });
});
