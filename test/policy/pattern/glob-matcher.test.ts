import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globMatcher } from "../../../src/policy/pattern/glob-matcher.ts";

/** What a glob stands for, as an expression of the engine. */
function expressionOf(glob: string): RegExp {
  const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`^${glob.split("*").map(literal).join(".*")}$`, "i");
}

const characters = fc.constantFrom(..."aabbAB.\n\u2028ſsKk\u212aςΣ\ud83d\ude00");
const texts = fc.array(characters, { maxLength: 9 }).map((parts) => parts.join(""));
const globs = fc
  .array(fc.oneof(characters, fc.constantFrom("*", "*", "?", "[")), { maxLength: 8 })
  .map((parts) => parts.join(""));

/** A text that the glob has good chances to match: its stars replaced. */
const pairs = fc.oneof(
  fc.tuple(globs, texts),
  fc
    .tuple(globs, fc.array(texts, { minLength: 3, maxLength: 3 }))
    .map(
      ([glob, fillings]) =>
        [glob, fillings.reduce((text, filling) => text.replace("*", filling), glob)] as const,
    ),
);

describe("a glob", () => {
  it("matches as the anchored expression does that it stands for", () => {
    fc.assert(
      fc.property(pairs, ([glob, text]) => {
        expect(globMatcher(glob)(text)).toBe(expressionOf(glob).test(text));
      }),
      { seed: 1, numRuns: 10_000 },
    );
  }, 30_000);

  it.each([
    ["200 stars", `${"a*".repeat(200)}b`, "a".repeat(100_000), false],
    ["200 stars that match", `*${"a*".repeat(200)}`, "a".repeat(100_000), true],
    [
      "a long segment that nearly occurs everywhere",
      `*${"a".repeat(50_000)}b*`,
      "a".repeat(100_000),
      false,
    ],
    ["a long head", `${"a".repeat(50_000)}*`, "a".repeat(100_000), true],
  ])("takes about as long as the text is: %s", (_, glob, text, matches) => {
    expect(globMatcher(glob)(text)).toBe(matches);
  });
});
