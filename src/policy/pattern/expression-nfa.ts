import type { AST } from "@eslint-community/regexpp";
import type { CharacterSet } from "./character-set.ts";
import { type CharacterNode, matchedCharacters, wordCharacters } from "./expression-characters.ts";
import { type ExpressionFlags, expressionFlags } from "./expression-flags.ts";
import { type ExpressionPattern, type ExpressionTree, expressionTree } from "./expression-tree.ts";
import { type GroupWord, groupWords } from "./group-words.ts";
import { Irregular } from "./irregular.ts";
import type { Assertion, Nfa, NotRegular } from "./nfa.ts";
import { NfaBuilder, type StateAllowance } from "./nfa-builder.ts";

/** How large an automaton may grow. */
export interface NfaLimits {
  /** States, those of lookarounds included. */
  readonly maxStates: number;
}

const defaultLimits: NfaLimits = { maxStates: 5000 };

/** Most groups, one behind the other, whose words are tried in every combination. */
const maxCaptured = 8;

/** Where a part of an expression is built. */
interface Site {
  readonly flags: ExpressionFlags;
  readonly allowance: StateAllowance;
  readonly builder: NfaBuilder;
  /** Sets of one-character parts, as a part that is repeated is built many times. */
  readonly sets: Map<AST.Node, CharacterSet>;
  /** Lookarounds, for the same reason; those under the same captures only. */
  readonly looks: Map<AST.Node, Assertion>;
  /** What each group captured that a back-reference here may name. */
  readonly captured: ReadonlyMap<AST.CapturingGroup, GroupWord>;
  /** Inside a lookbehind, which is read right to left, so that its groups are captured in another order. */
  readonly behind: boolean;
}

/**
 * The automaton of an expression's body, case ignored: what it consumes, not that it is searched (see `searched`) or that
 * flag `y` pins it. Agrees with the running engine's `RegExp`.
 *
 * Not regular, with the reason: back-references (but to a group with few words in the same sequence), classes that hold
 * strings, modifiers, more states than the limit; with flag `u` or `v` also `\B` and lookarounds, because V8 finds these
 * in the middle of a surrogate pair, where the standard does not look.
 */
export function expressionNfa(
  pattern: ExpressionPattern,
  limits: NfaLimits = defaultLimits,
): Nfa | NotRegular {
  try {
    const tree = expressionTree(pattern);
    return "kind" in tree ? tree : wholeNfa(tree, expressionFlags(pattern.flags), limits.maxStates);
  } catch (error) {
    if (error instanceof Irregular) {
      return { kind: "not-regular", because: error.message };
    }
    throw error;
  }
}

function wholeNfa(tree: ExpressionTree, flags: ExpressionFlags, limit: number): Nfa {
  const allowance = { left: limit, limit };
  return bodyNfa(tree.alternatives, {
    flags,
    allowance,
    builder: new NfaBuilder(allowance),
    sets: new Map(),
    looks: new Map(),
    captured: new Map(),
    behind: false,
  });
}

function bodyNfa(alternatives: readonly AST.Alternative[], site: Site): Nfa {
  const start = site.builder.state();
  const accept = site.builder.join([addAlternatives(alternatives, start, site)]);
  return site.builder.finish(site.flags.unit, start, accept);
}

function addAlternatives(
  alternatives: readonly AST.Alternative[],
  from: number,
  site: Site,
): number {
  const ends = alternatives.map(({ elements }) => addSequence(elements, from, site));
  const [only, ...others] = ends;
  return only !== undefined && others.length === 0 ? only : site.builder.join(ends);
}

function addSequence(elements: readonly AST.Element[], from: number, site: Site): number {
  let end = from;
  for (const [index, element] of elements.entries()) {
    if (element.type === "CapturingGroup" && mayBeCaptured(element, site)) {
      const words = groupWords(element, site.flags);
      if (words !== undefined) {
        return addCaptured(element, words, elements.slice(index + 1), end, site);
      }
    }
    end = addElement(element, end, site);
  }
  return end;
}

function mayBeCaptured({ references }: AST.CapturingGroup, { captured, behind }: Site): boolean {
  return references.length > 0 && !behind && captured.size < maxCaptured;
}

/** A group that is referred to later: what follows it is built once for each word that it can capture. */
function addCaptured(
  group: AST.CapturingGroup,
  words: readonly GroupWord[],
  rest: readonly AST.Element[],
  from: number,
  site: Site,
): number {
  const ends = words.map((word) => {
    const captured = new Map(site.captured).set(group, word);
    return addSequence(rest, addWord(word, from, site), { ...site, captured, looks: new Map() });
  });
  return site.builder.join(ends);
}

function addWord(word: GroupWord, from: number, site: Site): number {
  return word.reduce((end, equal) => site.builder.consume(end, equal), from);
}

function addElement(element: AST.Element, from: number, site: Site): number {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return site.builder.consume(from, characters(element, site));
    case "Assertion":
      return site.builder.assert(from, assertion(element, site));
    case "CapturingGroup":
      return addAlternatives(element.alternatives, from, site);
    case "Group":
      if (element.modifiers !== null) {
        throw new Irregular("it changes flags inside");
      }
      return addAlternatives(element.alternatives, from, site);
    case "Quantifier":
      return addQuantifier(element, from, site);
    case "Backreference":
      return addBackreference(element, from, site);
  }
}

/** A copy for each count, left early from `min` on; behind them a loop when there is no greatest count. */
function addQuantifier({ element, min, max }: AST.Quantifier, from: number, site: Site): number {
  const endless = max === Number.POSITIVE_INFINITY;
  const early: number[] = [];
  let end = from;
  for (let count = 0; count < (endless ? min : max); count += 1) {
    if (count >= min) {
      early.push(end);
    }
    const next = addElement(element, end, site);
    if (next === end) {
      // Nothing was added, so nothing is by the other copies: `(?:){1000000}`.
      return end;
    }
    end = next;
  }
  if (endless) {
    const again = site.builder.join([end]);
    site.builder.link(addElement(element, again, site), again);
    return again;
  }
  return early.length === 0 ? end : site.builder.join([...early, end]);
}

function addBackreference({ resolved }: AST.Backreference, from: number, site: Site): number {
  const word = Array.isArray(resolved) ? undefined : site.captured.get(resolved);
  if (word === undefined) {
    throw new Irregular("it refers back to a group");
  }
  return addWord(word, from, site);
}

function characters(node: CharacterNode, site: Site): CharacterSet {
  const set = site.sets.get(node) ?? matchedCharacters(node, site.flags);
  site.sets.set(node, set);
  return set;
}

function assertion(node: AST.Assertion, site: Site): Assertion {
  const { unit, multiline } = site.flags;
  switch (node.kind) {
    case "start":
    case "end":
      return { kind: node.kind, multiline };
    case "word":
      if (node.negate && unit === "code-point") {
        throw new Irregular("it has `\\B` and flag `u` or `v`");
      }
      return { kind: "word-boundary", negate: node.negate, word: wordCharacters(unit) };
    case "lookahead":
    case "lookbehind":
      if (unit === "code-point") {
        throw new Irregular("it looks around and has flag `u` or `v`");
      }
      return look(node, site);
  }
}

function look(node: AST.LookaroundAssertion, site: Site): Assertion {
  const known = site.looks.get(node);
  if (known !== undefined) {
    return known;
  }
  const behind = node.kind === "lookbehind";
  const body = bodyNfa(node.alternatives, {
    ...site,
    builder: new NfaBuilder(site.allowance),
    behind: site.behind || behind,
  });
  const made = {
    kind: "look",
    direction: behind ? "behind" : "ahead",
    negate: node.negate,
    body,
  } as const;
  site.looks.set(node, made);
  return made;
}
