import type { Instance } from "../automaton/instance.ts";
import { unconditional } from "../decision-space/conjunction.ts";
import type { RegionScope } from "./region-automaton.ts";

/**
 * How many conditional rules that bound the classes match wherever something stands in an action: each of them can have been
 * met or not, so an automaton that reads actions with all of them has about that power of two states.
 */
export function independentRules({ classes }: RegionScope): number {
  const entries = new Set(classes.flatMap((one) => [one.base, one.head, ...one.passed]));
  const conditional = [...entries].filter(
    (entry) => entry.conditions !== unconditional && matchesAnywhere(entry.actions),
  );
  return new Set(conditional.map((entry) => entry.actions)).size;
}

/** Whether what comes before a match, and what comes after, hardly matters. */
function matchesAnywhere({ acceptor, state }: Instance): boolean {
  const { dfa } = acceptor;
  return (
    !acceptor.isUniversal(state) &&
    !acceptor.isDead(acceptor.row(state).fallback) &&
    dfa.accepting.some((accepts, one) => accepts === 1 && acceptor.row(one).fallback === one)
  );
}
