import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dfa, isAccepting, step } from "../../../src/analysis/automaton/dfa.ts";
import { defaultDfaLimits } from "../../../src/analysis/automaton/dfa-limits.ts";
import { BudgetSpent, Meter } from "../../../src/analysis/automaton/meter.ts";
import { patternLanguage } from "../../../src/analysis/automaton/pattern-language.ts";
import { contains } from "../../../src/policy/pattern/character-set.ts";
import { matchPattern } from "../../../src/policy/pattern/match-pattern.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";

function limits(changed: object = {}): Parameters<typeof patternLanguage>[1] {
  return { ...defaultDfaLimits, meter: new Meter(Number.POSITIVE_INFINITY), ...changed };
}

function accepts(dfa: Dfa, text: string): boolean {
  let state = 0;
  for (const unit of Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))) {
    state = step(
      dfa,
      state,
      dfa.classes.findIndex((set) => contains(set, unit)),
    );
  }
  return isAccepting(dfa, state);
}

const pieces = [
  "a",
  "b",
  "A",
  "1",
  "_",
  " ",
  "\n",
  "\u2028",
  "é",
  "É",
  "k",
  "\u212a",
  "ſ",
  "s",
  "ß",
  "\u{1f600}",
  "\ud83d",
  "\ude00",
  "\u{10400}",
  "\u{10428}",
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(""));

const atoms = [
  "a",
  "b",
  "ab",
  ".",
  "\\w",
  "\\W",
  "\\d",
  "\\s",
  "[ab]",
  "[^a]",
  "[^\\W_]",
  "^",
  "$",
  "\\b",
  "é",
  "\\n",
];
const plain = [...atoms, "\\B"];
const unicode = [
  ...atoms,
  "\\u{1F600}",
  "\\p{L}",
  "\\P{Lu}",
  "\\ud83d",
  "[\\u{1F600}-\\u{1F64F}a]",
  "\u{10400}",
];

function bodies(of: readonly string[], looks: boolean): fc.Arbitrary<string> {
  return fc.letrec<{ body: string }>((tie) => ({
    body: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(...of),
      fc.array(tie("body"), { minLength: 2, maxLength: 3 }).map((parts) => parts.join("")),
      fc.tuple(tie("body"), tie("body")).map(([one, other]) => `(?:${one}|${other})`),
      fc
        .tuple(tie("body"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}"))
        .map(([one, times]) => `(${one})${times}`),
      ...(looks
        ? [
            fc
              .tuple(fc.constantFrom("=", "!", "<=", "<!"), tie("body"))
              .map(([kind, one]) => `(?${kind}${one})`),
          ]
        : []),
    ),
  })).body;
}

const patterns = fc.oneof(
  fc
    .array(fc.constantFrom("*", "a", "b", "ab", "É", ".", "\n"), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join("")),
  fc
    .tuple(bodies(plain, true), fc.constantFrom("", "m", "s", "y", "ms", "g"))
    .map(([body, flags]) => `/${body}/${flags}`),
  fc
    .tuple(bodies(unicode, false), fc.constantFrom("u", "um", "us", "v"))
    .map(([body, flags]) => `/${body}/${flags}`),
);

describe("the automaton of a pattern", () => {
  it("accepts exactly the texts that the pattern matches", () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (text, samples) => {
        const pattern = parsePattern(text);
        const language = patternLanguage(pattern, limits());
        for (const sample of samples) {
          if (language.kind === "regular") {
            expect(accepts(language.dfa, sample), JSON.stringify([text, sample])).toBe(
              matchPattern(pattern, sample) === "match",
            );
          }
        }
      }),
      { numRuns: 400, seed: 7 },
    );
  }, 60_000);

  it.each([
    ["*", "anything\nat all", true],
    ["**", "a\nb", false],
    ["**", "", true],
    ["a*b*a", "aXbXa", true],
    ["a*aab", "aaaab", true],
    ["a*", "A", true],
    ["a\n*b", "a\nxb", true],
    ["*\nb", "a\nb", true],
    ["*\nb*", "\n\nb", false],
    ["/[/", "[", false],
    ["/(?<!a)b(?!c)/", "abc b", true],
    ["/(?<!a)b(?!c)/", "abc", false],
    ["/(?=(?<=a)b)/", "ab", true],
    ["/(?<=(?!ab)..)c/", "xbc", true],
    ["/(?<=(?!ab)..)c/", "abc", false],
    ["/(?<=^a*)b/y", "b", true],
    ["/\\b(?=x)/", "a x", true],
  ])("of `%s` on %j says %s", (text, sample, expected) => {
    const language = patternLanguage(parsePattern(text), limits());
    expect(language.kind === "regular" && accepts(language.dfa, sample)).toBe(expected);
  });

  it.each([
    ["/(a)\\1/", {}, "it refers back to a group"],
    ["/(?<x>a)\\k<x>/", {}, "it refers back to a group"],
    ["/\\B/u", {}, "it has `\\B` and flag `u` or `v`"],
    ["/^(a|b)*a(a|b){14}$/", {}, "it needs more than 3000 automaton states"],
    ["/(?=.*a)(?=.*b)(?=.*c)/", { formulas: 3 }, "it needs more than 3 decision diagram nodes"],
    ["*\n*\n*a*b*", { states: 2 }, "it needs more than 2 automaton states"],
  ])("does not exist for `%s`", (text, changed, because) => {
    expect(patternLanguage(parsePattern(text), limits(changed))).toEqual({
      kind: "opaque",
      because,
    });
  });

  const groups = fc.constantFrom(
    "(a|b)",
    "(a|bb)",
    "([ab]?)",
    "(a{1,2})",
    "((?:a|b)c)",
    "(?:(a)|b)",
    "(a*)",
  );
  const references = fc.constantFrom(
    "\\1",
    "b\\1",
    "\\1{2}",
    "(?!\\1)",
    "(?:\\1|c)",
    ".?\\1$",
    "(?<=\\1)",
    "c?\\1?",
  );
  const around = fc.constantFrom<[string, string]>(
    ["", ""],
    ["^", "$"],
    ["^(?:", ")+$"],
    ["c", ""],
  );
  const short = [""];
  for (const text of short) {
    if (text.length < 4) {
      short.push(...["a", "b", "A", "c", "\n"].map((letter) => text + letter));
    }
  }

  it("says what the engine says of every short text, where few words are written out", () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(groups, references, around, (group, reference, [before, after]) => {
        const pattern = parsePattern(`/${before}${group}${reference}${after}/`);
        const language = patternLanguage(pattern, limits({ writesOutReferences: true }));
        met.add(language.kind);
        if (pattern.kind === "expression" && language.kind === "regular") {
          const engine = new RegExp(pattern.body, pattern.flags);
          expect(short.filter((text) => accepts(language.dfa, text))).toEqual(
            short.filter((text) => engine.test(text)),
          );
        }
      }),
      { numRuns: 60 },
    );
    expect([...met].sort()).toEqual(["opaque", "regular"]);
  });

  it("is none of a class or an escape that only looks like a back-reference", () => {
    for (const text of ["/[\\1]/", "/\\\\1/"]) {
      expect(patternLanguage(parsePattern(text), limits()).kind).toBe("regular");
    }
  });

  it("costs the same steps when it is asked for again", () => {
    const costs = [1, 2].map(() => {
      const meter = new Meter(1e6);
      patternLanguage(parsePattern("/^never asked before [0-9]{3}$/"), limits({ meter }));
      return meter.spent;
    });
    expect(costs[1]).toBe(costs[0]);
    expect(costs[0]).toBeGreaterThan(0);
  });

  it("is not built when the budget is spent", () => {
    const meter = new Meter(10);
    expect(() => patternLanguage(parsePattern("/^a{9}$/"), limits({ meter }))).toThrow(BudgetSpent);
  });

  it("is forgotten, not kept for ever", () => {
    for (let count = 0; count < 4100; count += 1) {
      expect(patternLanguage(parsePattern(`a${count}`), limits()).kind).toBe("regular");
    }
  }, 60_000);
});
