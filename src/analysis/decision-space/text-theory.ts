import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { Acceptor } from "../automaton/acceptor.ts";
import { sharedAlphabet } from "../automaton/alphabet.ts";
import { certain } from "../automaton/certain.ts";
import { acceptsAll } from "../automaton/dfa.ts";
import { type Instance, Instances, instanceAccepts } from "../automaton/instance.ts";
import { type PatternLanguage, patternLanguage } from "../automaton/pattern-language.ts";
import { findWord } from "../automaton/word-search.ts";
import { sampleTexts } from "./sample-texts.ts";
import type { SpaceLimits } from "./space-limits.ts";

/** A text that was asked for, that there is none, or why neither is known. */
export type TextAnswer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly because: string };

/** Which of a list of patterns a text must match and must not match, by index. */
export interface TextQuery {
  readonly matching: readonly number[];
  readonly missing: readonly number[];
}

/** Decides which combinations of patterns have texts. Answers are remembered. */
export class TextTheory {
  readonly #patterns: readonly Pattern[];
  readonly #languages: readonly PatternLanguage[];
  readonly #instances: readonly Instance[];
  readonly #limits: SpaceLimits;
  readonly #answers = new Map<string, TextAnswer>();

  constructor(patterns: readonly Pattern[], limits: SpaceLimits) {
    this.#patterns = patterns;
    this.#limits = limits;
    this.#languages = patterns.map((pattern) => patternLanguage(pattern, limits.automaton));
    const dfas = this.#languages.map((one) => (one.kind === "regular" ? one.dfa : acceptsAll));
    const alphabet = sharedAlphabet(dfas);
    const instances = new Instances();
    this.#instances = dfas.map((dfa) => instances.of(new Acceptor(alphabet, dfa), 0));
  }

  /** The language of a pattern, by index. */
  language(index: number): PatternLanguage | undefined {
    return this.#languages[index];
  }

  /** A short text of the query. */
  find(query: TextQuery): TextAnswer {
    const matching = sorted(query.matching);
    const missing = sorted(query.missing);
    const key = `${matching.join()} ${missing.join()}`;
    const known = this.#answers.get(key) ?? this.#find({ matching, missing });
    this.#answers.set(key, known);
    return known;
  }

  #find({ matching, missing }: TextQuery): TextAnswer {
    return this.#plain({ matching, missing }) ?? this.#search({ matching, missing });
  }

  /** What matches at all, if that is missed by all that must be missed: it mostly is. */
  #plain({ matching, missing }: TextQuery): TextAnswer | undefined {
    if (missing.length === 0 || missing.some((index) => this.#opacity(index) !== undefined)) {
      return undefined;
    }
    const answer = this.find({ matching, missing: [] });
    const isMissed =
      answer.kind === "text" &&
      this.#regular(missing).every((one) => !instanceAccepts(one, answer.text));
    return isMissed || answer.kind === "none" ? answer : undefined;
  }

  #search({ matching, missing }: TextQuery): TextAnswer {
    const answer = findWord(
      { required: this.#regular(matching), avoided: this.#regular(missing) },
      { states: this.#limits.argumentStates, meter: this.#limits.meter },
    );
    if (answer.kind === "limit") {
      return { kind: "unknown", because: `more than ${this.#limits.argumentStates} states` };
    }
    if (answer.kind === "none") {
      return answer;
    }
    const opaque = [...matching, ...missing].filter((index) => this.#opacity(index) !== undefined);
    return opaque.length === 0
      ? { kind: "text", text: answer.word }
      : this.#try({ matching, missing }, [answer.word, ...this.#samples(matching)], opaque);
  }

  #regular(indexes: readonly number[]): Instance[] {
    return indexes.flatMap((index) => {
      const instance = this.#instances[index];
      return instance === undefined || this.#opacity(index) !== undefined ? [] : [instance];
    });
  }

  /** Why no automaton stands for a pattern, if none does. */
  #opacity(index: number): string | undefined {
    const language = this.#languages[index];
    return language?.kind === "opaque" ? language.because : undefined;
  }

  #samples(matching: readonly number[]): readonly string[] {
    return matching.flatMap((index) => {
      const pattern = this.#patterns[index];
      return pattern === undefined || this.#opacity(index) === undefined
        ? []
        : sampleTexts(pattern);
    });
  }

  #try(query: TextQuery, texts: readonly string[], opaque: readonly number[]): TextAnswer {
    const is = (index: number, text: string, wanted: "match" | "no-match"): boolean => {
      const pattern = this.#patterns[index];
      return pattern !== undefined && matchPattern(pattern, text) === wanted;
    };
    const text = texts.find(
      (one) =>
        query.matching.every((index) => is(index, one, "match")) &&
        query.missing.every((index) => is(index, one, "no-match")),
    );
    return text === undefined
      ? { kind: "unknown", because: this.#whyOpaque(opaque) }
      : { kind: "text", text };
  }

  #whyOpaque(opaque: readonly number[]): string {
    const first = certain(opaque[0]);
    const { text } = certain(this.#patterns[first]);
    return `\`${text}\` cannot be compared with other patterns, ${this.#opacity(first)}`;
  }
}

function sorted(indexes: readonly number[]): number[] {
  return [...new Set(indexes)].sort((one, other) => one - other);
}
