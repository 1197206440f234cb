import { expressionFlags } from "../../policy/pattern/expression-flags.ts";
import { expressionNfa } from "../../policy/pattern/expression-nfa.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { TooManyNodes } from "./decision-diagram.ts";
import { acceptsAll, acceptsNone, type Dfa } from "./dfa.ts";
import { type DfaLimits, TooManyStates } from "./dfa-limits.ts";
import { flatNfa } from "./flat-nfa.ts";
import { globDfa } from "./glob-dfa.ts";
import { lookaroundConstruction } from "./lookaround-construction.ts";
import { minimalDfa } from "./minimal-dfa.ts";
import { subsetConstruction } from "./subset-construction.ts";
import { utf16Dfa } from "./utf16-dfa.ts";

/** The texts that a pattern matches, where an automaton stands for them; otherwise why none does. */
export type PatternLanguage =
  | { readonly kind: "regular"; readonly dfa: Dfa }
  | { readonly kind: "opaque"; readonly because: string };

type ExpressionPattern = Extract<Pattern, { kind: "expression" }>;

/** Languages that were asked for, by limits and pattern, with the steps that they took; asking again counts the same. */
const remembered = new Map<
  string,
  { readonly language: PatternLanguage; readonly steps: number }
>();
const mostRemembered = 4000;
const largestRemembered = 250;

/**
 * The texts that the pattern matches, exactly as `matchPattern` decides them. Opaque: an expression with a back-reference,
 * but where the limits say to write it out and its group can capture few words; or whatever the pattern's own automaton or
 * these limits do not cover.
 */
export function patternLanguage(pattern: Pattern, limits: DfaLimits): PatternLanguage {
  const { states, formulas, writesOutReferences = false } = limits;
  const key = `${states} ${formulas} ${writesOutReferences} ${pattern.kind} ${pattern.text}`;
  const known = remembered.get(key);
  if (known !== undefined) {
    limits.meter.spend(known.steps);
    return known.language;
  }
  const before = limits.meter.spent;
  const language = builtLanguage(pattern, limits);
  const isSmall = language.kind === "opaque" || language.dfa.stateCount <= largestRemembered;
  if (isSmall && pattern.text.length <= largestRemembered) {
    remembered.set(key, { language, steps: limits.meter.spent - before });
    if (remembered.size > mostRemembered) {
      remembered.clear();
    }
  }
  return language;
}

function builtLanguage(pattern: Pattern, limits: DfaLimits): PatternLanguage {
  switch (pattern.kind) {
    case "anything":
      return { kind: "regular", dfa: acceptsAll };
    case "dead":
      return { kind: "regular", dfa: acceptsNone };
    case "glob":
      return withinStates(() => ({ kind: "regular", dfa: globDfa(pattern.text, limits) }));
    case "expression":
      return refersBack(pattern.body) && limits.writesOutReferences !== true
        ? { kind: "opaque", because: "it refers back to a group" }
        : expandedLanguage(pattern, limits);
  }
}

function withinStates(build: () => PatternLanguage): PatternLanguage {
  try {
    return build();
  } catch (error) {
    if (error instanceof TooManyStates || error instanceof TooManyNodes) {
      return { kind: "opaque", because: `it needs ${error.message}` };
    }
    throw error;
  }
}

/** What reading an expression costs at least. */
const stepsForAnExpression = 5000;

/**
 * The texts that an expression matches, with a group that it refers back to written out where it can capture few words: good
 * for finding texts; nothing is proved by it.
 */
export function expandedLanguage(pattern: ExpressionPattern, limits: DfaLimits): PatternLanguage {
  return withinStates(() => expressionLanguage(pattern, limits));
}

function expressionLanguage(pattern: ExpressionPattern, limits: DfaLimits): PatternLanguage {
  limits.meter.spend(stepsForAnExpression);
  const nfa = expressionNfa(pattern);
  if ("kind" in nfa) {
    return { kind: "opaque", because: nfa.because };
  }
  const { sticky, unit } = expressionFlags(pattern.flags);
  const flat = flatNfa(nfa);
  const dfa =
    flat.looks.length === 0
      ? subsetConstruction(flat, sticky, limits)
      : lookaroundConstruction(flat, sticky, limits);
  const minimal = minimalDfa(dfa);
  const overUnits = unit === "code-unit" ? minimal : minimalDfa(utf16Dfa(minimal, limits));
  return { kind: "regular", dfa: overUnits };
}

/** Whether the body may hold a back-reference: `\1` or `\k` outside a class. */
function refersBack(body: string): boolean {
  const outside = body.replace(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, "");
  return /\\[1-9k]/.test(outside);
}
