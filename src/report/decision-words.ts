import type { Decision } from "../policy/decision.ts";
import { effectWord } from "../policy/effect.ts";
import { type Phrase, type Tone, words } from "./document/phrase.ts";

type Effect = Decision["effect"];

/** One word for a column: run, hold, block, denied, undecided. */
export const decisionWord: Readonly<Record<Effect, string>> = {
  ...effectWord,
  denied: "denied",
  indeterminate: "undecided",
};

/** What becomes of calls, for a sentence: `it waits for a person today and would run without a person`. */
export interface DecisionVerb {
  readonly one: string;
  readonly many: string;
  readonly would: string;
}

/** The verbs of a decision. */
export const decisionVerb: Readonly<Record<Effect, DecisionVerb>> = {
  always_run: {
    one: "runs without a person",
    many: "run without a person",
    would: "run without a person",
  },
  require_approval: {
    one: "waits for a person",
    many: "wait for a person",
    would: "wait for a person",
  },
  block: { one: "is refused", many: "are refused", would: "be refused" },
  denied: {
    one: "never reaches the policy",
    many: "never reach the policy",
    would: "never reach the policy",
  },
  indeterminate: {
    one: "cannot be decided",
    many: "cannot be decided",
    would: "be undecidable",
  },
};

const tones: Readonly<Record<Effect, Tone>> = {
  always_run: "green",
  require_approval: "yellow",
  block: "red",
  denied: "red",
  indeterminate: "red",
};

/** The word in its colour. */
export function decisionPhrase(effect: Effect): Phrase {
  return words(decisionWord[effect], tones[effect]);
}

/** `hold → run`. */
export function changedDecision(from: Effect, to: Effect): Phrase {
  return [...decisionPhrase(from), ...words(" → "), ...decisionPhrase(to)];
}
