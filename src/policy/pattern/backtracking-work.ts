import type { AST } from "@eslint-community/regexpp";
import type { ExpressionTree } from "./expression-tree.ts";

/** What trying one part of an expression from one position costs at most. Both at least 1, possibly infinite. */
interface Cost {
  /** In how many ways the engine can go through it. */
  readonly ways: number;
  /** Steps on the longest of these ways. */
  readonly steps: number;
}

const oneStep: Cost = { ways: 1, steps: 1 };
/**
 * An upper bound of the steps that a backtracking engine takes to search a text of `length` UTF-16 units for the body:
 * starts × ways through the tree × steps on a way. Grows with `length`; infinite when it is beyond numbers. Does not hold
 * for flag `v`, where a class can match texts of several lengths.
 */
export function backtrackingWork(tree: ExpressionTree, sticky: boolean, length: number): number {
  const starts = sticky ? 1 : length + 1;
  return starts * work(anyOf(tree.alternatives, length));
}

function work({ ways, steps }: Cost): number {
  return ways * steps;
}

function anyOf(alternatives: readonly AST.Alternative[], length: number): Cost {
  const costs = alternatives.map(({ elements }) => sequence(elements, length));
  return {
    ways: costs.reduce((sum, { ways }) => sum + ways, 0),
    steps: costs.reduce((most, { steps }) => Math.max(most, steps), 0) + 1,
  };
}

function sequence(elements: readonly AST.Element[], length: number): Cost {
  const costs = elements.map((element) => elementCost(element, length));
  return {
    ways: costs.reduce((product, { ways }) => product * ways, 1),
    steps: costs.reduce((sum, { steps }) => sum + steps, 1),
  };
}

function elementCost(element: AST.Element, length: number): Cost {
  switch (element.type) {
    case "Character":
    case "CharacterClass":
    case "CharacterSet":
    case "ExpressionCharacterClass":
      return oneStep;
    case "Group":
    case "CapturingGroup":
      return anyOf(element.alternatives, length);
    case "Backreference":
      return { ways: 1, steps: length + 1 };
    case "Quantifier":
      return quantifierCost(element, length);
    case "Assertion":
      // Once a lookaround has an answer, the engine does not go back into it.
      return element.kind === "lookahead" || element.kind === "lookbehind"
        ? { ways: 1, steps: work(anyOf(element.alternatives, length)) }
        : oneStep;
  }
}

/** Beyond `min`, an iteration must consume something, so there are not many more than the text is long. */
function quantifierCost({ element, min, max }: AST.Quantifier, length: number): Cost {
  const once = elementCost(element, length);
  const iterations = Math.min(max, min + length + 1, Number.MAX_SAFE_INTEGER);
  if (iterations === 0) {
    return oneStep;
  }
  const counts = Math.max(iterations - min, 0) + 1;
  return {
    ways: counts * once.ways ** iterations,
    steps: iterations * once.steps + 1,
  };
}
