import { describe, expect, it } from "vitest";
import { matchPattern, whyIndeterminate } from "../../../src/policy/pattern/match-pattern.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import type { PatternMatch } from "../../../src/policy/pattern/pattern-match.ts";
import { cases } from "./cases.ts";
import { expectEngineAgreement } from "./engine-agreement.ts";

interface Matching {
  readonly name: string;
  readonly match: string;
  readonly text: string;
  readonly expect: PatternMatch;
}

const as = "a".repeat(50);
const manyAs = "a".repeat(100_000);

describe("matching", () => {
  it.each(cases<Matching>("matching"))(
    "$name: `$match` on `$text`",
    ({ match, text, expect: answer }) => {
      expect(matchPattern(parsePattern(match), text)).toBe(answer);
    },
  );

  it("agrees with the engine wherever it answers", () => {
    expectEngineAgreement((match, text) => matchPattern(parsePattern(match), text), {
      seed: 3,
      numRuns: 500,
    });
  }, 30_000);

  it("answers the same however often it is asked", () => {
    const pattern = parsePattern("/a/gy");
    expect([1, 2, 3].map(() => matchPattern(pattern, "ab"))).toEqual(["match", "match", "match"]);
    const long = parsePattern("/(?<!b)a(?=b)|^$/");
    const answers = ["b".repeat(1000), `${"b".repeat(1000)}ab`, `c${"b".repeat(1000)}cab`];
    expect([...answers, ...answers].map((text) => matchPattern(long, text))).toEqual([
      "no-match",
      "no-match",
      "match",
      "no-match",
      "no-match",
      "match",
    ]);
  });
});

describe("what would take a backtracking engine for ever, or crash it", () => {
  it.each<[pattern: string, text: string, answer: PatternMatch]>([
    ["/^(a+)+$/", `${as}b`, "no-match"],
    ["/^(a+)+$/", as, "match"],
    ["/(a|a)*b/", as, "no-match"],
    ["/(a|a)*b/", manyAs, "no-match"],
    ["/(.*a){25}/", manyAs, "match"],
    ["/(.*a){25}$/", `${as}b`, "no-match"],
    ["/^(?=(a+)+$)/", `${as}b`, "no-match"],
    ["/^(?!(a+)+$)/", `${as}b`, "match"],
    ["/(?<=^(a+)+)b/", `${as}b`, "match"],
    ["/(?<=^(a+)+)b/", `c${as}b`, "no-match"],
    ["/^(\\w+\\b ?)+$/m", `${"word ".repeat(5000)}!`, "no-match"],
    ["/^(\\w+\\b ?)+$/m", `${"word ".repeat(5000)}!\nword`, "match"],
    ["/^(\\w+\\B.)+$/u", `${as}!`, "indeterminate"],
    ["/^(é|É)+$/u", "éÉ".repeat(1000), "match"],
    ["/^(é|É)+$/uy", `x${"éÉ".repeat(1000)}`, "no-match"],
    ["/(a+)\\1+$/", `${as}b`, "no-match"],
    ["/^(a+)+\\1$/", `${as}b`, "indeterminate"],
    ["/^(?!.*@acme\\.com$)/u", `${as}@acme.com.test`, "match"],
    ["/^(?!.*@acme\\.com$)/u", `${as}@acme.com`, "no-match"],
    ["/\\b(\\w+)\\s+\\1\\b/", `${"word after word ".repeat(20)}twice twice`, "match"],
    ["/(a+)\\1+$/", "aaaab", "no-match"],
    ["/[^\\P{Any}]/v", "a", "indeterminate"],
    ["/a{0,2000}b/", manyAs, "indeterminate"],
  ])("is answered, or said to be indeterminate: `%s`", (match, text, answer) => {
    expect(matchPattern(parsePattern(match), text)).toBe(answer);
  });

  it("is answered again when there have been many others", () => {
    const patterns = Array.from({ length: 300 }, (_, index) => parsePattern(`/(a|a)*${index}$/`));
    const answers = [...patterns, ...patterns].map((pattern) => matchPattern(pattern, `${as}7`));
    expect(answers.flatMap((answer, index) => (answer === "match" ? [index] : []))).toEqual([
      7, 307,
    ]);
  });

  it("is indeterminate for a text that no automaton could pass in time", () => {
    expect(matchPattern(parsePattern("/(a|b)*c/"), "a".repeat(6_000_000))).toBe("indeterminate");
  });

  it.each([
    ["many groups", `/${"()".repeat(40_000)}/`],
    [
      "copies of lookaheads in each other",
      "/(?:(?=(?:(?=(?:(?=a{99}){99}b?)){99}b?)){99}.*b.*){9}/",
    ],
    ["many groups that are referred to", `/${"(|)\\1".repeat(3000)}/`],
    ["many lookaheads in each other", `/${"(?=".repeat(150)}a${")".repeat(150)}.*.*.*b/`],
  ])("is indeterminate for a long text when it is large itself: %s", (_, match) => {
    expect(matchPattern(parsePattern(match), manyAs)).toBe("indeterminate");
  });

  it("says why of a large one as well", () => {
    const large = parsePattern(`/${"a".repeat(20_001)}/`);
    expect(whyIndeterminate(large)).toBe("it is longer than 20000 characters");
  });

  it.each([
    ["/(a+)\\1/", "it refers back to a group"],
    ["/a{0,2000}b/", "it takes too many steps on a long text"],
    ["/(?=a)/u", "it looks around and has flag `u` or `v`"],
    ["a*", "it never is"],
  ])("says why: `%s`", (match, because) => {
    expect(whyIndeterminate(parsePattern(match))).toBe(because);
  });
});
