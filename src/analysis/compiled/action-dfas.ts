import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { Dfa } from "../automaton/dfa.ts";
import { type DfaLimits, defaultDfaLimits } from "../automaton/dfa-limits.ts";
import { Meter } from "../automaton/meter.ts";
import { patternLanguage } from "../automaton/pattern-language.ts";
import { withinBudget } from "../decision-space/within-budget.ts";

/** What building all automata may take: some tenths of a second. */
const mostSteps = 3_000_000;

/** The automata of patterns, the same one for patterns that are written alike. Those that have none, or cost too much, are left out. */
export function actionDfas(
  patterns: readonly Pattern[],
  steps: number = mostSteps,
): ReadonlyMap<Pattern, Dfa> {
  const limits = { ...defaultDfaLimits, meter: new Meter(steps) };
  const byText = new Map<string, ReturnType<typeof built>>();
  const found = new Map<Pattern, Dfa>();
  for (const pattern of patterns) {
    const key = `${pattern.kind} ${pattern.text}`;
    const language = byText.get(key) ?? built(pattern, limits);
    byText.set(key, language);
    if (language.kind === "regular") found.set(pattern, language.dfa);
  }
  return found;
}

function built(pattern: Pattern, limits: DfaLimits) {
  return withinBudget(() => patternLanguage(pattern, limits));
}
