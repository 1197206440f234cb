import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtrackingWork } from "../../../src/policy/pattern/backtracking-work.ts";
import {
  type ExpressionTree,
  expressionTree,
} from "../../../src/policy/pattern/expression-tree.ts";
import { compiles, expressions } from "./expression-arbitrary.ts";

function tree(body: string, flags: string): ExpressionTree {
  const parsed = expressionTree({ kind: "expression", text: `/${body}/${flags}`, body, flags });
  if ("kind" in parsed) {
    throw new Error(parsed.because);
  }
  return parsed;
}

describe("the bound of an engine's backtracking", () => {
  it.each([
    ["nothing", "", "i", false, 9, 20],
    ["a character", "a", "i", false, 9, 30],
    ["pinned to the start", "a", "iy", true, 9, 3],
    ["a class is one character", "[a-z]", "i", false, 0, 3],
    ["alternatives are ways", "a|b|cd", "i", true, 9, 12],
    ["what may be left out doubles the ways", "a?b?", "i", true, 9, 24],
    ["a loop has as many counts as the text is long", "a*", "i", true, 9, 11 * 13],
    ["an exact count has one way", "a{3}", "i", true, 9, 6],
    ["a count of none is free", "(?:a|b){0}", "i", true, 9, 3],
    ["alternatives in a loop multiply for each round", "(?:a|b){3}", "i", true, 9, 8 * 12],
    ["a back-reference compares as much as the text is long", "(a)\\1", "i", true, 9, 15],
    ["a lookaround is gone through once", "(?=a|b)", "i", true, 9, 8],
    ["a boundary is a step", "\\b$", "i", true, 9, 4],
  ])("%s: /%s/%s", (_, body, flags, sticky, length, expected) => {
    expect(backtrackingWork(tree(body, flags), sticky, length)).toBe(expected);
  });

  it.each([
    ["(a|a)*", "i", 10_000],
    ["(?:a*)*", "i", 10_000],
  ])("may be infinite: /%s/%s", (body, flags, length) => {
    expect(backtrackingWork(tree(body, flags), false, length)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is a number even when counts are beyond numbers", () => {
    const work = backtrackingWork(
      tree(`(?:(?:a|b)*){0}a{${"9".repeat(400)}}`, "i"),
      false,
      2 ** 30,
    );
    expect(work).toBeGreaterThan(1e15);
  });

  it("grows with the text", () => {
    fc.assert(
      fc.property(expressions, fc.nat(40), fc.nat(40), ({ body, flags }, length, more) => {
        if (compiles(body, flags)) {
          const parsed = tree(body, flags);
          const [short, long] = [length, length + more].map((each) =>
            backtrackingWork(parsed, flags.includes("y"), each),
          );
          expect(long).toBeGreaterThanOrEqual(Number(short));
          expect(short).toBeGreaterThan(0);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
