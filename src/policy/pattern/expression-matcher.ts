import { backtrackingWork } from "./backtracking-work.ts";
import { countedSearch } from "./counted-search.ts";
import { expressionFlags } from "./expression-flags.ts";
import { expressionNfa } from "./expression-nfa.ts";
import { type ExpressionPattern, type ExpressionTree, expressionTree } from "./expression-tree.ts";
import { nfaSimulation } from "./nfa-simulation.ts";
import { type PatternMatch, patternMatch } from "./pattern-match.ts";

/** Most steps that the engine's own backtracking may take on one text. */
const maxBacktracking = 1_000_000;

/** Most steps that an automaton may take on one text: some tenths of a second. */
const maxSteps = 10_000_000;

/** Most steps that a counted search may take on one text: each is dearer. */
const maxCounted = 500_000;

/** Automata are large and hostile expressions can be many: those of the expressions that needed one last are kept. */
const maxKept = 200;

/** Longest text that any engine accepts, in UTF-16 units. */
const longestText = 2 ** 30;

/** What takes the place of the engine on a text that might keep it for long. */
interface BoundedMatcher {
  test(text: string): PatternMatch;
  /** Why it can be indeterminate, as a clause. */
  readonly because: string;
}

const kept = new Map<ExpressionPattern, BoundedMatcher>();

/**
 * Whether an expression matches a text. Agrees with the engine's `RegExp` and takes bounded time, whatever the two are:
 * texts for which the engine's backtracking is provably small are left to it, longer ones go through the expression's
 * automaton. Without one they are searched as an engine does, with the steps counted; indeterminate when these are spent.
 */
export function expressionMatcher(pattern: ExpressionPattern): (text: string) => PatternMatch {
  const engine = engineMatcher(pattern);
  return (text) => {
    if (engine !== undefined && text.length <= engine.longest) {
      return patternMatch(engine.test(text));
    }
    return boundedMatcherOf(pattern).test(text);
  };
}

/** Why an expression can be indeterminate for some text, in words, as a clause. */
export function whyExpressionIndeterminate(pattern: ExpressionPattern): string {
  return boundedMatcherOf(pattern).because;
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

function boundedMatcherOf(pattern: ExpressionPattern): BoundedMatcher {
  const matcher = kept.get(pattern) ?? newBoundedMatcher(pattern);
  kept.delete(pattern);
  kept.set(pattern, matcher);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) {
      break;
    }
    kept.delete(oldest);
  }
  return matcher;
}

function newBoundedMatcher(pattern: ExpressionPattern): BoundedMatcher {
  const nfa = expressionNfa(pattern);
  if (!("kind" in nfa)) {
    const simulate = nfaSimulation(nfa, expressionFlags(pattern.flags).sticky);
    return {
      test: (text) => simulate(text, { left: maxSteps }),
      because: "it takes too many steps on a long text",
    };
  }
  const search = countedSearch(pattern);
  return {
    test: (text) => ("kind" in search ? "indeterminate" : search(text, { left: maxCounted })),
    because: nfa.because,
  };
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
