import type { CharacterSet } from "./character-set.ts";
import type { Assertion, Edge, Nfa } from "./nfa.ts";

/** A state as a walk meets it. */
export interface State {
  readonly steps: Step[];
  /** The walk's round that entered the state last. */
  enteredIn: number;
}

/** An edge of a state: over a character of a set, over nothing, or over nothing where a truth holds. */
export type Step =
  | { readonly kind: "consume"; readonly set: CharacterSet; readonly to: State }
  | { readonly kind: "empty"; readonly to: State }
  | { readonly kind: "assert"; readonly truth: Truth; readonly to: State };

/** An automaton as linked states, for reading forward or backward. */
export interface Graph {
  readonly start: State;
  readonly accept: State;
  readonly direction: "forward" | "backward";
  /** Rounds that have been walked, so that a state knows whether it has been entered in this one. */
  rounds: number;
}

/** An assertion's answers on the text at hand. */
export type Truth = (
  | { readonly kind: "look"; readonly negate: boolean; readonly body: Graph }
  | { readonly kind: "here"; readonly assertion: PositionAssertion }
) & {
  /** 1 at the positions where the assertion holds. */
  holds: Uint8Array;
};

/** What `holds` while no text is at hand. */
export const nowhere: Uint8Array = new Uint8Array();

/** An assertion about a position's own neighbours. */
export type PositionAssertion = Exclude<Assertion, { kind: "look" }>;

/** Everything that is needed to match texts against an automaton, made once. */
export interface CompiledNfa {
  readonly graph: Graph;
  /** Each after those that stand inside it. Assertions that say the same share one. */
  readonly truths: readonly Truth[];
}

/** Links an automaton's states, and those of its lookarounds. */
export function compileNfa(nfa: Nfa): CompiledNfa {
  const truths = new Map<Assertion | string, Truth>();
  const truthOf = (assertion: Assertion): Truth => {
    const key = keyOf(assertion);
    const truth = truths.get(key) ?? newTruth(assertion);
    truths.set(key, truth);
    return truth;
  };
  const newTruth = (assertion: Assertion): Truth => {
    const holds = nowhere;
    if (assertion.kind !== "look") {
      return { kind: "here", assertion, holds };
    }
    const { negate, direction } = assertion;
    const body = graphOf(assertion.body, direction === "behind" ? "forward" : "backward");
    return { kind: "look", negate, body, holds };
  };
  const graphOf = (automaton: Nfa, direction: Graph["direction"]): Graph => {
    const states = automaton.edges.map((): State => ({ steps: [], enteredIn: 0 }));
    const stateAt = (index: number): State => states[index] as State;
    for (const [index, edges] of automaton.edges.entries()) {
      for (const edge of edges) {
        const [from, to] = direction === "forward" ? [index, edge.to] : [edge.to, index];
        stateAt(from).steps.push(stepOf(edge, stateAt(to)));
      }
    }
    const [start, accept] = [stateAt(automaton.start), stateAt(automaton.accept)];
    return direction === "forward"
      ? { start, accept, direction, rounds: 0 }
      : { start: accept, accept: start, direction, rounds: 0 };
  };
  const stepOf = (edge: Edge, to: State): Step => {
    switch (edge.kind) {
      case "consume":
        return { kind: edge.kind, set: edge.set, to };
      case "empty":
        return { kind: edge.kind, to };
      case "assert":
        return { kind: edge.kind, truth: truthOf(edge.assertion), to };
    }
  };
  const graph = graphOf(nfa, "forward");
  return { graph, truths: [...truths.values()] };
}

/** Equal for assertions that hold at the same positions of every text; a lookaround is only equal to itself. */
function keyOf(assertion: Assertion): Assertion | string {
  switch (assertion.kind) {
    case "start":
    case "end":
      return `${assertion.kind} ${assertion.multiline}`;
    case "word-boundary":
      return `${assertion.kind} ${assertion.negate}`;
    case "look":
      return assertion;
  }
}
