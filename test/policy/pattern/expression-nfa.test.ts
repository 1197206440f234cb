import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expressionNfa } from "../../../src/policy/pattern/expression-nfa.ts";
import type { ExpressionPattern } from "../../../src/policy/pattern/expression-tree.ts";
import { type Nfa, searched } from "../../../src/policy/pattern/nfa.ts";
import { nfaSimulation } from "../../../src/policy/pattern/nfa-simulation.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import { cases } from "./cases.ts";
import { compiles, expressions, texts } from "./expression-arbitrary.ts";

interface NotRegularCase {
  readonly match: string;
  readonly because: string;
}

const scripts =
  "Arab Armn Beng Cyrl Deva Ethi Geor Grek Hang Hani Hebr Hira Kana Khmr Laoo Latn Thai";
const seventeenProperties = scripts
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("");

function nested(opening: string, depth: number, closing: string): string {
  return `${opening.repeat(depth)}a${closing.repeat(depth)}`;
}

function expression(body: string, flags = "i"): ExpressionPattern {
  return { kind: "expression", text: `/${body}/${flags}`, body, flags };
}

function regular(pattern: ExpressionPattern, maxStates = 5000): Nfa {
  const nfa = expressionNfa(pattern, { maxStates });
  if ("kind" in nfa) {
    throw new Error(nfa.because);
  }
  return nfa;
}

function simulated(nfa: Nfa, sticky: boolean, text: string): boolean {
  const answer = nfaSimulation(nfa, sticky)(text, { left: 1_000_000 });
  expect(answer).not.toBe("indeterminate");
  return answer === "match";
}

describe("an expression's automaton", () => {
  it("accepts what the engine's RegExp matches", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        expressions,
        fc.array(texts, { minLength: 8, maxLength: 8 }),
        ({ body, flags }, all) => {
          const nfa = compiles(body, flags) ? expressionNfa(expression(body, flags)) : undefined;
          if (nfa === undefined || "kind" in nfa) {
            return;
          }
          compared += 1;
          const sticky = flags.includes("y");
          for (const text of all) {
            const matches = new RegExp(body, flags).test(text);
            expect(simulated(nfa, sticky, text)).toBe(matches);
            expect(simulated(searched(nfa, sticky), true, text)).toBe(matches);
          }
        },
      ),
      { seed: 1, numRuns: 1000 },
    );
    expect(compared).toBeGreaterThan(400);
  }, 30_000);

  it("begins where no edge leads to and ends where none leaves", () => {
    fc.assert(
      fc.property(expressions, ({ body, flags }) => {
        const nfa = compiles(body, flags) ? expressionNfa(expression(body, flags)) : undefined;
        if (nfa === undefined || "kind" in nfa) {
          return;
        }
        for (const { start, accept, edges } of [nfa, searched(nfa, false)]) {
          expect(edges[accept]).toEqual([]);
          expect(edges.flat().filter(({ to }) => to === start || edges[to] === undefined)).toEqual(
            [],
          );
          expect(start).not.toBe(accept);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it.each([
    ["(a|b)\\1", "aA", true],
    ["^(a|b)\\1$", "ab", false],
    ["^(a|bb){2}\\1$", "abb", false],
    ["^(\\d)(\\d)\\2\\1$", "1221", true],
    ["^(\\d)(\\d)\\2\\1$", "1212", false],
    ["^(a?b{0,2})c\\1$", "abbcabb", true],
    ["^(a?b{0,2})c\\1$", "abbcab", false],
    ["^(?:(a|b)\\1)+$", "aabb", true],
    ["^(a|b)(?!\\1)", "ab", true],
    ["^(a|b)(?!\\1)", "aa", false],
    ["^(a|b)c(?<=\\1c)$", "bc", true],
    ["^([ks])\\1$", "s\u017f", false],
    ["^((?:a|b)c)\\1$", "bcBC", true],
  ])("resolves a back-reference to a group of few words: /%s/ on %s", (body, text, matches) => {
    expect(new RegExp(body, "i").test(text)).toBe(matches);
    if (body !== "^(a|bb){2}\\1$") {
      expect(simulated(regular(expression(body)), false, text)).toBe(matches);
    }
  });

  it.each(cases<NotRegularCase>("not-regular"))(
    "has none: `$match`: $because",
    ({ match, because }) => {
      const pattern = parsePattern(match);
      expect(pattern.kind === "expression" && expressionNfa(pattern)).toEqual({
        kind: "not-regular",
        because,
      });
    },
  );

  it.each([
    ["modifiers", "(?i:a)", "i", "it changes flags inside"],
    ["modifiers in a group", "((?i:a))\\1", "i", "it changes flags inside"],
    ["a name that two groups have", "(?<x>a)|(?<x>b)\\k<x>", "i", "it refers back to a group"],
    ["syntax unknown to the parser", "(", "i", "its syntax is newer than what can be analysed"],
    ["a long body", "a".repeat(20_001), "i", "it is longer than 20000 characters"],
    ["a long body with `u`", "a".repeat(2001), "iu", "it is longer than 2000 characters"],
    [
      "many groups in each other",
      nested("(", 201, ")"),
      "i",
      "it is nested deeper than 200 groups",
    ],
    [
      "many classes in each other",
      nested("[", 201, "]"),
      "iv",
      "it is nested deeper than 200 groups",
    ],
    ["many properties", seventeenProperties, "iu", "it names more than 16 character properties"],
  ])("has none, whether the engine compiles it or not: %s", (_, body, flags, because) => {
    expect(expressionNfa(expression(body, flags))).toEqual({ kind: "not-regular", because });
  });

  it("hides no error of another kind", () => {
    expect(() => expressionNfa(undefined as never)).toThrow(TypeError);
  });

  it("has one within the limits", () => {
    expect(simulated(regular(expression(nested("(?:", 200, ")"))), false, "A")).toBe(true);
    const escaped = `${"\\(".repeat(300)}[[[`;
    expect(simulated(regular(expression(`${escaped}]`)), false, `${"(".repeat(300)}[`)).toBe(true);
    expect(regular(expression(`${"\\p{Lu}".repeat(200)}`, "iu")).unit).toBe("code-point");
    expect(regular(expression(seventeenProperties, "i")).unit).toBe("code-unit");
  });

  it("is limited in states, those of its lookarounds included", () => {
    const pattern = expression("(?=abc)d");
    const { length } = regular(pattern).edges;
    expect(length).toBe(4);
    expect(regular(pattern, length + 5).edges).toHaveLength(length);
    expect(expressionNfa(pattern, { maxStates: length + 4 })).toEqual({
      kind: "not-regular",
      because: "it needs more than 8 states",
    });
  });

  it.each(["(?:){1000000000}a", "(?:){0,1000000000}a", "(?:)*a", "(?:){2,}a"])(
    "does not count copies of nothing: /%s/",
    (body) => {
      expect(simulated(regular(expression(body), 10), false, "ba")).toBe(true);
    },
  );
});
