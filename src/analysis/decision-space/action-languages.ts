import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { Rule } from "../../policy/rule.ts";
import { Acceptor } from "../automaton/acceptor.ts";
import { sharedAlphabet } from "../automaton/alphabet.ts";
import { certain } from "../automaton/certain.ts";
import { acceptsAll, type Dfa } from "../automaton/dfa.ts";
import { type Instance, Instances } from "../automaton/instance.ts";
import { type PatternLanguage, patternLanguage } from "../automaton/pattern-language.ts";
import type { SpaceLimits } from "./space-limits.ts";

/** The automata of rules' patterns, and of whatever else reads actions, over one alphabet. */
export class ActionLanguages {
  readonly #languages: ReadonlyMap<Pattern, PatternLanguage>;
  readonly #acceptors: ReadonlyMap<Dfa, Acceptor>;
  readonly #instances = new Instances();
  readonly #known = new Map<string, Map<Dfa, Instance>>();

  constructor(rules: readonly Rule[], others: readonly Dfa[], limits: SpaceLimits) {
    const byText = new Map<string, PatternLanguage>();
    const languages = new Map<Pattern, PatternLanguage>();
    for (const { match } of rules) {
      const key = `${match.kind} ${match.text}`;
      const language = byText.get(key) ?? patternLanguage(match, limits.automaton);
      byText.set(key, language);
      languages.set(match, language);
    }
    this.#languages = languages;
    const regular = [...byText.values()].filter((one) => one.kind === "regular");
    const dfas = new Set([acceptsAll, ...others, ...regular.map(({ dfa }) => dfa)]);
    const alphabet = sharedAlphabet(dfas);
    this.#acceptors = new Map([...dfas].map((dfa) => [dfa, new Acceptor(alphabet, dfa)]));
  }

  /** The language of a pattern of one of the rules. */
  languageOf(pattern: Pattern): PatternLanguage {
    return certain(this.#languages.get(pattern));
  }

  /** What is left of a rule's pattern after `prefix`; everything where no automaton stands for the pattern. */
  patternAfter(pattern: Pattern, prefix: string): Instance {
    const language = this.languageOf(pattern);
    return this.instance(language.kind === "regular" ? language.dfa : acceptsAll, prefix);
  }

  /** What is left of one of the languages after `prefix`. */
  instance(dfa: Dfa, prefix = ""): Instance {
    const known = this.#known.get(prefix) ?? new Map<Dfa, Instance>();
    this.#known.set(prefix, known);
    const instance = known.get(dfa) ?? this.#instance(certain(this.#acceptors.get(dfa)), prefix);
    known.set(dfa, instance);
    return instance;
  }

  #instance(acceptor: Acceptor, prefix: string): Instance {
    return this.#instances.of(acceptor, acceptor.run(0, prefix));
  }

  /** Every action. */
  get all(): Instance {
    return this.instance(acceptsAll);
  }
}
