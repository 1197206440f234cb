import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paragraph } from "../../../src/report/document/block.ts";
import { documentMarkdown, tableMarkdown } from "../../../src/report/document/document-markdown.ts";
import { visibleText } from "../../../src/report/document/document-text.ts";
import { phrase, words } from "../../../src/report/document/phrase.ts";
import { codeSpans } from "./code-spans.ts";

const foreign = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("`", "|", "\\", "a", "@", " ", "\n", "<", "*", "\u202E") }),
);

describe("foreign text in Markdown", () => {
  it("stands in one code span, whole, and nothing of it outside", () => {
    fc.assert(
      fc.property(
        foreign.filter((text) => text !== ""),
        (text) => {
          const { text: outside, codes } = codeSpans(
            documentMarkdown([paragraph(phrase`before ${text} after`)]),
          );
          expect({ outside, codes }).toEqual({
            outside: "before  after\n",
            codes: [visibleText(text)],
          });
        },
      ),
    );
  });

  it("stays apart when two of it touch", () => {
    fc.assert(
      fc.property(
        foreign.filter((text) => text !== ""),
        foreign.filter((text) => text !== ""),
        (one, other) => {
          const { codes } = codeSpans(documentMarkdown([paragraph(phrase`${one}${other}`)]));
          expect(codes).toEqual([one, other].map(visibleText));
        },
      ),
    );
  });

  it("is named when it is empty, since code without content is two bare backticks", () => {
    expect(documentMarkdown([paragraph(phrase`a ${""} b`)])).toBe("a (empty) b\n");
  });

  it("never breaks a table, and every pipe and backslash of it is still there", () => {
    fc.assert(
      fc.property(
        foreign.filter((text) => text !== ""),
        (text) => {
          const [, , row = "", ...rest] = tableMarkdown(
            ["a", "b"],
            [[phrase`${text}`, words("end")]],
            "first",
          ).split("\n");
          expect(rest).toEqual([""]);
          // GitHub cuts the row at bare pipes first, then takes one backslash off before each other pipe.
          const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
          const shown = visibleText(text).replace(/\\+(?=\|)/g, (run) =>
            "\\u{5C}".repeat(run.length),
          );
          expect(cells).toHaveLength(4);
          expect(cells[2]).toBe("end");
          expect(codeSpans(cells[1] ?? "").codes).toEqual([shown]);
        },
      ),
    );
  });
});

describe("our own words in Markdown", () => {
  it("mean what they say", () => {
    const text = documentMarkdown([paragraph(words("2 * 3 < 7, default_mode, [id] and `code`"))]);
    expect(text).toBe("2 \\* 3 < 7, default\\_mode, \\[id] and \\`code\\`\n");
  });
});
