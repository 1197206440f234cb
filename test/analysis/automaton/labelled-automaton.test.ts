import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Acceptor } from "../../../src/analysis/automaton/acceptor.ts";
import { type Alphabet, sharedAlphabet } from "../../../src/analysis/automaton/alphabet.ts";
import { canonicalAutomaton } from "../../../src/analysis/automaton/canonical-automaton.ts";
import type { Dfa } from "../../../src/analysis/automaton/dfa.ts";
import { defaultDfaLimits, TooManyStates } from "../../../src/analysis/automaton/dfa-limits.ts";
import { type Instance, Instances } from "../../../src/analysis/automaton/instance.ts";
import {
  type LabelledAutomaton,
  overlaid,
  uniform,
} from "../../../src/analysis/automaton/labelled-automaton.ts";
import { Meter } from "../../../src/analysis/automaton/meter.ts";
import { minimalAutomaton } from "../../../src/analysis/automaton/minimal-automaton.ts";
import { patternLanguage } from "../../../src/analysis/automaton/pattern-language.ts";
import { matchPattern } from "../../../src/policy/pattern/match-pattern.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";

const meter = new Meter(Number.POSITIVE_INFINITY);
const limit = { states: 10_000, meter };

const patterns = fc.array(
  fc.constantFrom(
    "a*",
    "*b",
    "*ab*",
    "ab",
    "*",
    "**",
    "b*a",
    "/^.{2}$/",
    "/aa|bb/",
    "/^(ab|ca)$/",
    "/^(ab|cbb)/",
    "/[/",
  ),
  { minLength: 1, maxLength: 5 },
);
const texts = fc.array(fc.constantFrom("a", "b", "c", "\n"), { maxLength: 6 });

/** The automata of some patterns over one alphabet. */
function instancesOf(all: readonly string[], others: readonly string[] = []): Instance[] {
  const dfas = [...all, ...others].map((text): Dfa => {
    const language = patternLanguage(parsePattern(text), { ...defaultDfaLimits, meter });
    if (language.kind === "opaque") {
      throw new Error(language.because);
    }
    return language.dfa;
  });
  const alphabet = sharedAlphabet(dfas);
  const instances = new Instances();
  return dfas.slice(0, all.length).map((dfa) => instances.of(new Acceptor(alphabet, dfa), 0));
}

/** Says of each text which of the first five patterns match it, by bit. */
function bits(instances: readonly Instance[]): LabelledAutomaton {
  return instances.reduce(
    (sum, instance, bit) =>
      overlaid(
        sum,
        instance,
        { inside: (label) => label | (1 << bit), outside: (label) => label },
        limit,
      ),
    uniform(0),
  );
}

function labelOf(automaton: LabelledAutomaton, alphabet: Alphabet, text: string): number {
  let state = 0;
  for (const unit of text) {
    const row = automaton.rows[state];
    const at = row?.symbols.indexOf(alphabet.symbolOf(unit.charCodeAt(0))) ?? -1;
    state = (at < 0 ? row?.fallback : row?.targets[at]) ?? -1;
  }
  return automaton.labels[state] ?? -1;
}

function canonical(all: readonly string[], others: readonly string[] = []): string {
  const instances = instancesOf(all, others);
  const sets = instances[0]?.acceptor.alphabet.sets ?? [];
  return canonicalAutomaton(bits(instances), sets, (label) => (label === 0 ? "" : "some"));
}

describe("an automaton with labels", () => {
  it("says of each text what the patterns laid over it say, also when it is as small as can be", () => {
    fc.assert(
      fc.property(patterns, texts, (all, parts) => {
        const text = parts.join("");
        const instances = instancesOf(all);
        const alphabet = instances[0]?.acceptor.alphabet as Alphabet;
        const expected = all.reduce(
          (sum, pattern, bit) =>
            matchPattern(parsePattern(pattern), text) === "match" ? sum | (1 << bit) : sum,
          0,
        );
        expect(labelOf(bits(instances), alphabet, text)).toBe(expected);
        expect(labelOf(minimalAutomaton(bits(instances)), alphabet, text)).toBe(expected);
      }),
    );
  });

  it("has no two states that say the same when it is as small as can be", () => {
    fc.assert(
      fc.property(patterns, (all) => {
        const { rows, labels } = minimalAutomaton(bits(instancesOf(all)));
        const differ = new Set<string>();
        const isKnown = (one: number, other: number): boolean =>
          one !== other && differ.has(`${one} ${other}`);
        for (let size = -1; size < differ.size; ) {
          size = differ.size;
          for (const [one, row] of rows.entries()) {
            for (const [other, opposite] of rows.entries()) {
              const symbols = [-1, ...row.symbols, ...opposite.symbols];
              const target = ({ symbols: own, targets, fallback }: typeof row, symbol: number) =>
                targets[own.indexOf(symbol)] ?? fallback;
              const apart = symbols.some((symbol) =>
                isKnown(target(row, symbol), target(opposite, symbol)),
              );
              if (labels[one] !== labels[other] || apart) {
                differ.add(`${one} ${other}`);
              }
            }
          }
        }
        expect(differ.size).toBe(rows.length * (rows.length - 1));
      }),
      { numRuns: 60 },
    );
  });

  it("has one canonical text for one meaning, whatever else its alphabet tells apart", () => {
    const meaning = canonical(["a*", "b*"]);
    expect(canonical(["/^[ab](?!.*\\n).*$/"], ["/[x-z]/", "/\\d/"])).toBe(meaning);
    expect(canonical(["ab*", "a**", "b*", "bb*"])).toBe(meaning);
    expect(canonical(["/^[ab]/"])).not.toBe(meaning);
    expect(canonical(["a*"])).not.toBe(meaning);
    const words = ["/^(ab|ca)$/", "/^(ab|cb)$/", "/^(aa|ca)$/", "/^(ab|ca|cb)$/"];
    expect(new Set(words.map((one) => canonical([one]))).size).toBe(words.length);
  });

  it("stops at its limit", () => {
    const [instance] = instancesOf(["*ab*"]);
    const laid = (): unknown =>
      instance &&
      overlaid(
        uniform(0),
        instance,
        { inside: () => 1, outside: () => 0 },
        { ...limit, states: 2 },
      );
    expect(laid).toThrow(TooManyStates);
  });
});
