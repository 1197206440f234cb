import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnLine, columnWidths, displayWidth } from "../../../src/report/document/columns.ts";

describe("columns", () => {
  it.each([
    ["", 0],
    ["stripe.refund", 13],
    ["表の幅", 6],
    ["e\u0301", 1],
    ["\u001B[31mred\u001B[39m", 3],
  ])("%j takes %i columns", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("start at the same column in every line, which has no blank at its end", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "表", "-"), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
        const widths = columnWidths(rows);
        for (const row of rows) {
          const line = columnLine(row, widths);
          expect(line).toBe(line.trimEnd());
          const start = (widths[0] ?? 0) + 2;
          const lead = [...line].reduce(
            (taken, character) => (displayWidth(taken) < start ? taken + character : taken),
            "",
          );
          expect(row[1] === "" || displayWidth(lead) === start).toBe(true);
        }
      }),
    );
  });

  it("grow past their width rather than cut", () => {
    expect(columnLine(["longer", "b"], [2, 1])).toBe("longer  b");
  });
});
