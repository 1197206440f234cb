import type { CharacterSet } from "./character-set.ts";

/** What an automaton reads at a time. A code point of a lone surrogate is the surrogate. */
export type Unit = "code-unit" | "code-point";

/** The greatest character of each unit. */
export const maxCharacter: Record<Unit, number> = { "code-unit": 0xffff, "code-point": 0x10ffff };

/**
 * A nondeterministic automaton: the grammar of one expression body.
 *
 * It accepts a stretch `[from, to)` of a text when a path leads from `start` to `accept` that consumes exactly that
 * stretch and all of whose assertions hold where they stand *in the whole text*.
 *
 * INVARIANT: states are 0 to `edges.length - 1`; no edge leads into `start`, none leaves `accept`, and the two differ.
 */
export interface Nfa {
  readonly unit: Unit;
  readonly start: number;
  readonly accept: number;
  /** Edges that leave each state. */
  readonly edges: readonly (readonly Edge[])[];
}

/** One step: over a character of a set, over nothing, or over nothing where an assertion holds. */
export type Edge =
  | { readonly kind: "consume"; readonly set: CharacterSet; readonly to: number }
  | { readonly kind: "empty"; readonly to: number }
  | { readonly kind: "assert"; readonly assertion: Assertion; readonly to: number };

/**
 * A condition on a position of the text.
 *
 * - `start`, `end`: the text's start or end; with `multiline` also after or before a line terminator.
 * - `word-boundary`: exactly one of the two neighbours is in `word` (`negate`: none or both). Outside the text is no word.
 * - `look`: `ahead`: the body accepts some stretch that begins here; `behind`: one that ends here. The body reads left to
 *   right in both. `negate`: it accepts none. Always has unit `code-unit`. Copies of a lookaround, as in `(?:(?=a)b){9}`, are
 *   one object, which whoever walks all lookarounds must visit once: nested copies multiply.
 */
export type Assertion =
  | { readonly kind: "start" | "end"; readonly multiline: boolean }
  | { readonly kind: "word-boundary"; readonly negate: boolean; readonly word: CharacterSet }
  | {
      readonly kind: "look";
      readonly direction: "ahead" | "behind";
      readonly negate: boolean;
      readonly body: Nfa;
    };

/** An expression that no automaton here stands for. */
export interface NotRegular {
  readonly kind: "not-regular";
  /** In words, one line. */
  readonly because: string;
}

/**
 * The automaton that accepts a *whole text* exactly when the expression's test succeeds on it: the body anywhere, or from
 * the first character on when `sticky` (flag `y`).
 */
export function searched(nfa: Nfa, sticky: boolean): Nfa {
  const any: CharacterSet = { ranges: [[0, maxCharacter[nfa.unit]]] };
  const count = nfa.edges.length;
  const [start, before, after, accept] = [count, count + 1, count + 2, count + 3];
  const edges = nfa.edges.map((leaving, state): readonly Edge[] =>
    state === nfa.accept ? [{ kind: "empty", to: after }] : leaving,
  );
  const loop = (state: number): Edge => ({ kind: "consume", set: any, to: state });
  return {
    unit: nfa.unit,
    start,
    accept,
    edges: [
      ...edges,
      [{ kind: "empty", to: before }],
      [{ kind: "empty", to: nfa.start }, ...(sticky ? [] : [loop(before)])],
      [{ kind: "empty", to: accept }, loop(after)],
      [],
    ],
  };
}
