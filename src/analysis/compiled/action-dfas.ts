import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Dfa } from "../automaton/dfa.ts";
import { type DfaLimits, defaultDfaLimits } from "../automaton/dfa-limits.ts";
import { Meter } from "../automaton/meter.ts";
import { patternLanguage } from "../automaton/pattern-language.ts";
import { withinBudget } from "../decision-space/within-budget.ts";

/** What building all automata may take: some tenths of a second. */
const mostSteps = 3_000_000;

/** Automata of patterns, by the pattern. As plain data they can be handed to another thread together with the policies. */
export type ActionDfas = ReadonlyMap<Pattern, Dfa>;

/** The automata of all patterns of policies, but for those that cost too much. */
export function policyDfas(policies: readonly Policy[]): ActionDfas {
  return actionDfas(policies.flatMap(patternsOf));
}

function patternsOf({ rules, connectors }: Policy): readonly Pattern[] {
  const own = [...(connectors?.values() ?? [])].flatMap((connector) => connector.rules);
  return [...rules, ...own].map(({ match }) => match);
}

/** The automata of patterns, the same one for patterns that are written alike. Those that have none, or cost too much, are left out. */
export function actionDfas(patterns: readonly Pattern[], steps: number = mostSteps): ActionDfas {
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
