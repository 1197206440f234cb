import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Acceptor } from "../../../src/analysis/automaton/acceptor.ts";
import { sharedAlphabet } from "../../../src/analysis/automaton/alphabet.ts";
import { acceptsAll, acceptsNone } from "../../../src/analysis/automaton/dfa.ts";
import { defaultDfaLimits } from "../../../src/analysis/automaton/dfa-limits.ts";
import {
  type Instance,
  Instances,
  instanceAccepts,
} from "../../../src/analysis/automaton/instance.ts";
import { InstanceRelations } from "../../../src/analysis/automaton/instance-relations.ts";
import { BudgetSpent, Meter } from "../../../src/analysis/automaton/meter.ts";
import { patternLanguage } from "../../../src/analysis/automaton/pattern-language.ts";
import { findWord } from "../../../src/analysis/automaton/word-search.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";

const meter = new Meter(Number.POSITIVE_INFINITY);

function instancesOf(texts: readonly string[]): readonly Instance[] {
  const dfas = texts.map((text) => {
    const language = patternLanguage(parsePattern(text), { ...defaultDfaLimits, meter });
    return language.kind === "regular" ? language.dfa : acceptsNone;
  });
  const alphabet = sharedAlphabet([acceptsAll, ...dfas]);
  const instances = new Instances();
  return dfas.map((dfa) => instances.of(new Acceptor(alphabet, dfa), 0));
}

/** Every text of at most four of these characters. */
const short = [1, 2, 3, 4].reduce(
  (texts) => [...new Set(texts.flatMap((text) => ["", "a", "b", "\n"].map((unit) => text + unit)))],
  [""],
);

const patterns = fc.oneof(
  fc
    .array(fc.constantFrom("*", "a", "b"), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "/a/",
    "/^[^a]*$/",
    "/^b/",
    "/a$/m",
    "/(?!a)b/",
    "/^(a|b)*$/",
    "/[^]/",
    "/[/",
    "/^.{2,3}$/s",
  ),
);

describe("a search for a word", () => {
  it("finds one exactly when there is one, and it is one", () => {
    fc.assert(
      fc.property(
        fc.array(patterns, { maxLength: 3 }),
        fc.array(patterns, { maxLength: 4 }),
        (some, others) => {
          const all = instancesOf([...some, ...others]);
          const [required, avoided] = [all.slice(0, some.length), all.slice(some.length)];
          const fits = (word: string): boolean =>
            required.every((one) => instanceAccepts(one, word)) &&
            !avoided.some((one) => instanceAccepts(one, word));
          const answer = findWord({ required, avoided }, { states: 100_000, meter });
          if (answer.kind === "word") {
            expect(fits(answer.word)).toBe(true);
          } else {
            expect(answer.kind).toBe("none");
            expect(short.some(fits)).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([1, 9])(
    "goes on from a place once, of many alike, where %i patterns must not match",
    (count) => {
      const lengths = Array.from({ length: count }, (_, index) => `/^[ab]{0,${90 - index}}$/`);
      const [some, ...avoided] = instancesOf(["/^[ab]+$/", ...lengths, "a"]);
      const query = { required: [some as Instance], avoided: avoided.slice(0, count) };
      expect(findWord(query, { states: 91, meter: new Meter(100_000) })).toEqual({
        kind: "word",
        word: "a".repeat(91),
      });
      expect(findWord(query, { states: 50, meter })).toEqual({ kind: "limit" });
    },
  );

  it("prefers short words of readable characters", () => {
    const [any, notX] = instancesOf(["/^\\w{3}$/", "*x*"]);
    const query = { required: [any as Instance], avoided: [notX as Instance] };
    expect(findWord(query, { states: 1000, meter })).toEqual({ kind: "word", word: "aaa" });
  });

  it("finds long words", () => {
    const [two, three, seven] = instancesOf(["/^(..)+$/", "/^(...)+$/", "/^(.......)+$/"]);
    const required = [two, three, seven] as Instance[];
    const answer = findWord({ required, avoided: [] }, { states: 1000, meter });
    expect(answer.kind === "word" && answer.word.length).toBe(42);
  });

  it("says when it gives up", () => {
    const [two, three] = instancesOf(["/^(..)+$/", "/^(...)+$/"]) as [Instance, Instance];
    const query = { required: [two, three], avoided: [] };
    expect(findWord(query, { states: 2, meter })).toEqual({ kind: "limit" });
    expect(() => findWord(query, { states: 1000, meter: new Meter(3) })).toThrow(BudgetSpent);
  });

  it("compares no places of large automata", () => {
    const long = "ab".repeat(60);
    const [required, avoided] = instancesOf(["/^[ab]{3,}$/", `*${long}*`]) as [Instance, Instance];
    const answer = findWord(
      { required: [required], avoided: [avoided] },
      { states: 100_000, meter },
    );
    expect(answer).toEqual({ kind: "word", word: "aaa" });
  });

  it("shows characters that cannot be read where there are no others", () => {
    const [control] = instancesOf(["\u0001*\u2603"]) as [Instance];
    expect(findWord({ required: [control], avoided: [] }, { states: 100, meter })).toEqual({
      kind: "word",
      word: "\u0001\u2603",
    });
  });

  it("tries more places than it compares", () => {
    const infixes = Array.from("abcdef", (letter) => `*${letter}*`);
    const [all, ...avoided] = instancesOf(["/^[abcdef]{9}$/", ...infixes.slice(1), "*aaaaaaaaa*"]);
    expect(findWord({ required: [all as Instance], avoided }, { states: 100_000, meter })).toEqual({
      kind: "none",
    });
  });
});

describe("two languages", () => {
  it("are disjoint or included exactly when no word says otherwise", () => {
    fc.assert(
      fc.property(patterns, patterns, (one, other) => {
        const [first, second] = instancesOf([one, other]) as [Instance, Instance];
        const relations = new InstanceRelations();
        const exists = (avoided: readonly Instance[], required: readonly Instance[]): boolean =>
          findWord({ required, avoided }, { states: 100_000, meter }).kind === "word";
        for (const _ of [1, 2]) {
          expect(relations.disjoint(first, second)).toBe(!exists([], [first, second]));
          expect(relations.disjoint(second, first)).toBe(!exists([], [first, second]));
          expect(relations.included(first, second)).toBe(!exists([second], [first]));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a meter", () => {
  it("ends when the time is up", () => {
    let asked = 0;
    const timed = new Meter(Number.POSITIVE_INFINITY, () => {
      asked += 1;
      return asked > 2;
    });
    expect(() => {
      for (let count = 0; count < 100_000; count += 1) {
        timed.spend(1);
      }
    }).toThrow("the time was up");
    expect(asked).toBe(3);
  });

  it("counts for the whole what a part spends", () => {
    const whole = new Meter(10);
    expect(() => whole.part(5).spend(6)).toThrow("it takes more than 5 steps");
    expect(whole.spent).toBe(6);
    expect(() => whole.part(100).spend(6)).toThrow("it takes more than 10 steps");
  });
});
