import pc from "picocolors";
import { describe, expect, it } from "vitest";
import { type Block, heading, list, paragraph } from "../../../src/report/document/block.ts";
import { documentText } from "../../../src/report/document/document-text.ts";
import { plain } from "../../../src/report/document/paint.ts";
import { bareText, joined, phrase, words } from "../../../src/report/document/phrase.ts";

const report: readonly Block[] = [
  heading(words("rules")),
  paragraph(phrase`one ${words("bad", "red")} thing in ${"a\u001B"}:`),
  ...list([
    { text: phrase`${bareText("f:1")} first`, below: list([words("inner")]) },
    words("second"),
  ]),
  ...list([]),
  { kind: "table", header: [words("a"), words("b")], rows: [[phrase`${"x"}`, words("1")]] },
];

describe("a report as text", () => {
  it("keeps together what belongs together", () => {
    expect(documentText(report, plain)).toBe(
      [
        "rules",
        "one bad thing in `a\\u{1B}`:",
        "- f:1 first",
        "  - inner",
        "- second",
        "",
        "a    b",
        "`x`  1",
        "",
      ].join("\n"),
    );
  });

  it("says the same in colours", () => {
    const coloured = documentText(report, pc.createColors(true));
    expect(coloured).toContain("\u001B[31mbad\u001B[39m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
    expect(coloured.replace(/\u001B\[\d+m/g, "")).toBe(documentText(report, plain));
  });

  it("cuts a piece that no line can hold", () => {
    const text = documentText([paragraph(phrase`${"x".repeat(5000)}`)], plain);
    expect(text).toBe(`\`${"x".repeat(999)}…\`\n`);
  });

  it("joins phrases with words", () => {
    expect(documentText([paragraph(joined([phrase`${"a"}`, words("b")], " and "))], plain)).toBe(
      "`a` and b\n",
    );
  });
});
