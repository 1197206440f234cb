import { describe, expect, it } from "vitest";
import { countedSearch } from "../../../src/policy/pattern/counted-search.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import type { PatternMatch } from "../../../src/policy/pattern/pattern-match.ts";
import { cases } from "./cases.ts";
import { expectEngineAgreement } from "./engine-agreement.ts";

interface Searched {
  readonly name: string;
  readonly match: string;
  readonly text: string;
  readonly expect: PatternMatch;
}

function search(match: string, text: string, steps = 100_000): PatternMatch | string {
  const pattern = parsePattern(match);
  const searched = pattern.kind === "expression" ? countedSearch(pattern) : undefined;
  if (searched === undefined) throw new Error(`${match} is no expression that compiles`);
  return "kind" in searched ? searched.because : searched(text, { left: steps });
}

describe("a counted search", () => {
  it.each(cases<Searched>("counted-search"))(
    "$name: `$match` on `$text`",
    ({ match, text, expect: answer }) => {
      expect(search(match, text)).toBe(answer);
      const end = match.lastIndexOf("/");
      const engine = new RegExp(match.slice(1, end), `${match.slice(end + 1)}i`);
      expect(engine.test(text) ? "match" : "no-match").toBe(answer);
    },
  );

  it("agrees with the engine wherever it answers", () => {
    expectEngineAgreement(search, { seed: 11, numRuns: 200 });
  }, 30_000);

  it.each([
    ["the steps are spent", "/^(a+)+\\1b$/", "a".repeat(40)],
    ["attempts nest too deep", "/^((a)|b)*\\2x$/", "a".repeat(10_000)],
    ["an engine looks between halves of a character", "/x(?=\\B)/u", "x😀"],
  ])("is indeterminate where %s", (_, match, text) => {
    expect(search(match, text)).toBe("indeterminate");
  });

  it.each([
    ["/[a--b]\\P{ASCII}/v", "engines disagree on a class of it with flag `v`"],
    [`/${"a".repeat(20_001)}/`, "it is longer than 20000 characters"],
  ])("says why it cannot: %#", (match, because) => {
    expect(search(match, "a")).toBe(because);
  });

  it("passes on what is no limit", () => {
    expect(() => countedSearch(undefined as never)).toThrow(TypeError);
    const pattern = parsePattern("/a/");
    const searched = pattern.kind === "expression" ? countedSearch(pattern) : undefined;
    expect(() =>
      searched !== undefined && "kind" in searched
        ? undefined
        : searched?.(undefined as never, { left: 9 }),
    ).toThrow(TypeError);
  });
});
