import { type AST, visitRegExpAST } from "@eslint-community/regexpp";
import { closeUnderCase } from "./case-closure.ts";
import { charactersOf, contains } from "./character-set.ts";
import { type CharacterNode, matchedCharacters, wordCharacters } from "./expression-characters.ts";
import { type ExpressionFlags, expressionFlags } from "./expression-flags.ts";
import { type ExpressionPattern, type ExpressionTree, expressionTree } from "./expression-tree.ts";
import { Irregular } from "./irregular.ts";
import { lineTerminators } from "./line-terminators.ts";
import type { NotRegular } from "./nfa.ts";
import type { NfaSimulation } from "./nfa-simulation.ts";
import { patternMatch } from "./pattern-match.ts";
import { Exhausted, SearchState } from "./search-state.ts";
import { textCharacters } from "./text-characters.ts";

/** What comes behind a part of an expression, from a position on. */
type Rest = (at: number) => boolean;

/** Tries a part of an expression from a position, and what comes behind it. */
type Step = (state: SearchState, at: number, rest: Rest) => boolean;

interface Site {
  readonly flags: ExpressionFlags;
  /** In a lookbehind, which is read right to left. */
  readonly behind: boolean;
}

/**
 * Searches a text for an expression that no automaton stands for, as ECMAScript says that an engine does it: by trying,
 * and going back. Unlike an engine it counts, and is `indeterminate` when the allowance is spent or attempts nest too deep.
 * So it is where the engine deviates from the standard: with flag `u` or `v` it looks around in the middle of a surrogate
 * pair. Not regular: an expression whose characters are not certain.
 */
export function countedSearch(pattern: ExpressionPattern): NfaSimulation | NotRegular {
  try {
    const tree = expressionTree(pattern);
    if ("kind" in tree) return tree;
    const flags = expressionFlags(pattern.flags);
    return searchOf(anyOf(tree.alternatives, { flags, behind: false }), flags, tree);
  } catch (error) {
    if (error instanceof Irregular) return { kind: "not-regular", because: error.message };
    throw error;
  }
}

function searchOf(body: Step, flags: ExpressionFlags, tree: ExpressionTree): NfaSimulation {
  const uncertain = flags.unit === "code-point" && looksBetweenCharacters(tree);
  return (text, allowance) => {
    if (uncertain && /[\ud800-\udfff]/.test(text)) return "indeterminate";
    try {
      const characters = textCharacters(text, flags.unit);
      const state = new SearchState(characters, allowance.left);
      const last = flags.sticky ? 0 : characters.length;
      for (let start = 0; start <= last; start += 1) {
        if (body(state, start, () => true)) return "match";
      }
      return patternMatch(false);
    } catch (error) {
      if (error instanceof Exhausted) return "indeterminate";
      throw error;
    }
  };
}

function looksBetweenCharacters(tree: ExpressionTree): boolean {
  let looks = false;
  visitRegExpAST(tree, {
    onAssertionEnter: (assertion) => {
      looks ||= assertion.kind === "word" ? assertion.negate : "alternatives" in assertion;
    },
  });
  return looks;
}

function anyOf(alternatives: readonly AST.Alternative[], site: Site): Step {
  const steps = alternatives.map(({ elements }) => sequence(elements, site));
  return (state, at, rest) => steps.some((step) => step(state, at, rest));
}

function sequence(elements: readonly AST.Element[], site: Site): Step {
  const steps = elements.map((element) => elementStep(element, site));
  const ordered = site.behind ? steps.reverse() : steps;
  return ordered.reduceRight<Step>(
    (behind, step) => (state, at, rest) => step(state, at, (end) => behind(state, end, rest)),
    (_, at, rest) => rest(at),
  );
}

function elementStep(element: AST.Element, site: Site): Step {
  const step = uncountedStep(element, site);
  return (state, at, rest) => state.nested(() => step(state, at, rest));
}

function uncountedStep(element: AST.Element, site: Site): Step {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return characterRun(element, { min: 1, max: 1, greedy: true }, site);
    case "Group":
      if (element.modifiers !== null) throw new Irregular("it changes flags inside");
      return anyOf(element.alternatives, site);
    case "CapturingGroup":
      return capturing(element, site);
    case "Quantifier":
      return isCharacter(element.element)
        ? characterRun(element.element, element, site)
        : repeated(element, site);
    case "Backreference":
      return backreference(element, site);
    case "Assertion":
      return assertion(element, site);
  }
}

function isCharacter(element: AST.QuantifiableElement): element is CharacterNode {
  return (
    element.type === "Character" ||
    element.type === "CharacterClass" ||
    element.type === "CharacterSet" ||
    element.type === "ExpressionCharacterClass"
  );
}

type Counts = Pick<AST.Quantifier, "min" | "max" | "greedy">;

/** One-character parts repeat without nesting, so that `.*` may pass a long text. */
function characterRun(node: CharacterNode, { min, max, greedy }: Counts, site: Site): Step {
  const set = matchedCharacters(node, site.flags);
  const [direction, first] = site.behind ? [-1, -1] : [1, 0];
  return (state, at, rest) => {
    const fits = (count: number): boolean => {
      state.spend(1);
      const character = state.characters[at + count * direction + first];
      return count < max && character !== undefined && contains(set, character);
    };
    let count = 0;
    if (greedy) {
      while (fits(count)) count += 1;
      while (count >= min && !rest(at + count * direction)) count -= 1;
      return count >= min;
    }
    while (count < min || !rest(at + count * direction)) {
      if (!fits(count)) return false;
      count += 1;
    }
    return true;
  };
}

function capturing(group: AST.CapturingGroup, site: Site): Step {
  const body = anyOf(group.alternatives, site);
  return (state, at, rest) =>
    body(state, at, (end) =>
      state.capturing(group, site.behind ? [end, at] : [at, end], () => rest(end)),
    );
}

/** Beyond `min`, an iteration that consumes nothing is none; each forgets what the one before it captured. */
function repeated(quantifier: AST.Quantifier, site: Site): Step {
  const { element, min, max, greedy } = quantifier;
  const once = elementStep(element, site);
  const inner = groupsIn(element);
  const from =
    (count: number): Step =>
    (state, at, rest) => {
      const again = (): boolean =>
        count < max &&
        state.forgetting(inner, () =>
          once(state, at, (end) =>
            end === at && count >= min ? false : from(count + 1)(state, end, rest),
          ),
        );
      const leave = (): boolean => count >= min && rest(at);
      return greedy ? again() || leave() : leave() || again();
    };
  return from(0);
}

function groupsIn(node: AST.Element): readonly AST.CapturingGroup[] {
  const groups: AST.CapturingGroup[] = [];
  visitRegExpAST(node, { onCapturingGroupEnter: (group) => groups.push(group) });
  return groups;
}

/** What a group captured, again; nothing where it captured nothing. Of groups that share a name one at most has. */
function backreference({ resolved }: AST.Backreference, { flags, behind }: Site): Step {
  const groups = Array.isArray(resolved) ? resolved : [resolved];
  return (state, at, rest) => {
    const [from, to] = groups.map((group) => state.captured(group)).find(Boolean) ?? [0, 0];
    const start = behind ? at - (to - from) : at;
    for (let offset = 0; offset < to - from; offset += 1) {
      state.spend(1);
      const captured = state.characters[from + offset] as number;
      const character = state.characters[start + offset];
      if (character === undefined || !equal(captured, character, flags)) return false;
    }
    return rest(behind ? start : start + (to - from));
  };
}

function equal(one: number, other: number, { unit }: ExpressionFlags): boolean {
  return one === other || contains(closeUnderCase(charactersOf([one]), unit), other);
}

function assertion(node: AST.Assertion, site: Site): Step {
  const { unit, multiline } = site.flags;
  switch (node.kind) {
    case "start":
      return (state, at, rest) =>
        (at === 0 || (multiline && isIn(lineTerminators, state.characters[at - 1]))) && rest(at);
    case "end":
      return (state, at, rest) =>
        (at === state.characters.length ||
          (multiline && isIn(lineTerminators, state.characters[at]))) &&
        rest(at);
    case "word": {
      const word = wordCharacters(unit);
      return ({ characters }, at, rest) =>
        (isIn(word, characters[at - 1]) !== isIn(word, characters[at])) !== node.negate && rest(at);
    }
    case "lookahead":
    case "lookbehind":
      return look(node, site);
  }
}

function isIn(set: typeof lineTerminators, character: number | undefined): boolean {
  return character !== undefined && contains(set, character);
}

/** Nothing goes back into a lookaround that has an answer; one that must not match captures nothing. */
function look(node: AST.LookaroundAssertion, { flags }: Site): Step {
  const body = anyOf(node.alternatives, { flags, behind: node.kind === "lookbehind" });
  const inner = node.alternatives.flatMap(({ elements }) => elements.flatMap(groupsIn));
  if (!node.negate) {
    return (state, at, rest) =>
      state.restoring(inner, () => body(state, at, () => true) && rest(at));
  }
  return (state, at, rest) => {
    let found = false;
    state.restoring(inner, () => {
      found = body(state, at, () => true);
      return false;
    });
    return !found && rest(at);
  };
}
