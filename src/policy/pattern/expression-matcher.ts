import { backtrackingWork } from "./backtracking-work.ts";
import { expressionFlags } from "./expression-flags.ts";
import { expressionNfa } from "./expression-nfa.ts";
import { type ExpressionPattern, type ExpressionTree, expressionTree } from "./expression-tree.ts";
import type { NotRegular } from "./nfa.ts";
import { type NfaSimulation, nfaSimulation } from "./nfa-simulation.ts";
import { type PatternMatch, patternMatch } from "./pattern-match.ts";

/** Most steps that the engine's own backtracking may take on one text. */
const maxBacktracking = 1_000_000;

/** Most steps that an automaton may take on one text: some tenths of a second. */
const maxSteps = 10_000_000;

/** Automata are large and hostile expressions can be many: those of the expressions that needed one last are kept. */
const maxKept = 200;

/** Longest text that any engine accepts, in UTF-16 units. */
const longestText = 2 ** 30;

const kept = new Map<ExpressionPattern, NfaSimulation | NotRegular>();

/**
 * Whether an expression matches a text. Agrees with the engine's `RegExp` and takes bounded time, whatever the two are:
 * texts for which the engine's backtracking is provably small are left to it, longer ones go through the expression's
 * automaton; without one they are indeterminate.
 */
export function expressionMatcher(pattern: ExpressionPattern): (text: string) => PatternMatch {
  const engine = engineMatcher(pattern);
  return (text) => {
    if (engine !== undefined && text.length <= engine.longest) {
      return patternMatch(engine.test(text));
    }
    const simulate = simulationOf(pattern);
    return "kind" in simulate ? "indeterminate" : simulate(text, { left: maxSteps });
  };
}

/** Why an expression can be indeterminate for some text, in words, as a clause. */
export function whyExpressionIndeterminate(pattern: ExpressionPattern): string {
  const simulate = simulationOf(pattern);
  return "kind" in simulate ? simulate.because : "it takes too many steps on a long text";
}

/** The engine's own matching, for texts that cannot cost it more than `maxBacktracking` steps. */
interface EngineMatcher {
  readonly longest: number;
  test(text: string): boolean;
}

/** Undefined when the engine must not run the expression: V8 11 crashes on some classes with flag `v`. */
function engineMatcher(pattern: ExpressionPattern): EngineMatcher | undefined {
  const tree = expressionTree(pattern);
  const { sticky, unicodeSets } = expressionFlags(pattern.flags);
  if ("kind" in tree || unicodeSets) {
    return undefined;
  }
  const expression = new RegExp(pattern.body, pattern.flags.replace("g", ""));
  return {
    longest: longestCheap(tree, sticky),
    test(text) {
      expression.lastIndex = 0;
      return expression.test(text);
    },
  };
}

function longestCheap(tree: ExpressionTree, sticky: boolean): number {
  return greatest(
    longestText,
    (length) => backtrackingWork(tree, sticky, length) <= maxBacktracking,
  );
}

function simulationOf(pattern: ExpressionPattern): NfaSimulation | NotRegular {
  const simulation = kept.get(pattern) ?? newSimulation(pattern);
  kept.delete(pattern);
  kept.set(pattern, simulation);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) {
      break;
    }
    kept.delete(oldest);
  }
  return simulation;
}

function newSimulation(pattern: ExpressionPattern): NfaSimulation | NotRegular {
  const nfa = expressionNfa(pattern);
  return "kind" in nfa ? nfa : nfaSimulation(nfa, expressionFlags(pattern.flags).sticky);
}

/** The greatest whole number from 0 to `most` for which a condition holds that holds below it as well; -1 when none. */
function greatest(most: number, holds: (candidate: number) => boolean): number {
  let low = -1;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
