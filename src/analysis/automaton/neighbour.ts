import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import { charactersOf, contains } from "../../policy/pattern/character-set.ts";
import type { Assertion, Nfa } from "../../policy/pattern/nfa.ts";

/** What an assertion can see of the character beside a position; outside the text there is none. */
export type Neighbour = "outside" | "line-terminator" | "word" | "other";

/** An assertion that looks no further than one character to each side. */
export type LocalAssertion = Exclude<Assertion, { kind: "look" }>;

/** Which neighbours the assertions of an automaton tell apart. */
export interface Sight {
  /** Whether any of them looks at the character before. */
  readonly before: boolean;
  /** Whether any of them looks at the character after. */
  readonly after: boolean;
  /** Characters that are told apart from the others, by the kind of neighbour they make. */
  readonly sets: readonly (readonly ["line-terminator" | "word", CharacterSet])[];
}

/** ECMAScript's line terminators. */
export const lineTerminators: CharacterSet = charactersOf([0x0a, 0x0d, 0x2028, 0x2029]);

/** What the assertions of the automaton, nested ones included, can see. */
export function sightOf(nfa: Nfa): Sight {
  const assertions = [...localAssertions(nfa)];
  const words = assertions.flatMap((assertion) =>
    assertion.kind === "word-boundary" ? [["word", assertion.word] as const] : [],
  );
  const multiline = assertions.some(
    (assertion) => assertion.kind !== "word-boundary" && assertion.multiline,
  );
  return {
    before: assertions.some((assertion) => assertion.kind !== "end"),
    after: assertions.some((assertion) => assertion.kind !== "start"),
    sets: [
      ...(multiline ? [["line-terminator", lineTerminators] as const] : []),
      ...words.slice(0, 1),
    ],
  };
}

function* localAssertions(nfa: Nfa): Generator<LocalAssertion> {
  for (const edge of nfa.edges.flat()) {
    if (edge.kind !== "assert") {
      continue;
    }
    if (edge.assertion.kind === "look") {
      yield* localAssertions(edge.assertion.body);
    } else {
      yield edge.assertion;
    }
  }
}

/** The kind of neighbour that a character is. */
export function neighbourOf(sight: Sight, character: number): Neighbour {
  return sight.sets.find(([, set]) => contains(set, character))?.[0] ?? "other";
}

/** Whether the assertion holds between two neighbours. */
export function holdsBetween(
  assertion: LocalAssertion,
  before: Neighbour,
  after: Neighbour,
): boolean {
  if (assertion.kind === "word-boundary") {
    return ((before === "word") !== (after === "word")) !== assertion.negate;
  }
  const side = assertion.kind === "start" ? before : after;
  return side === "outside" || (assertion.multiline && side === "line-terminator");
}
