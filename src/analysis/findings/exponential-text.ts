import { contains } from "../../policy/pattern/character-set.ts";
import { expressionNfa } from "../../policy/pattern/expression-nfa.ts";
import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { certain } from "../automaton/certain.ts";
import { type FlatNfa, flatNfa } from "../automaton/flat-nfa.ts";
import { shortestWalk, type Walk } from "./shortest-walk.ts";

/** Texts on which a backtracking engine takes twice as long for each further repetition. */
export interface ExponentialText {
  readonly prefix: string;
  readonly repeated: string;
  readonly suffix: string;
}

/** Larger automata are not looked at: people do not write them. */
const mostNodes = 120;
const repetitions = 12;
const suffixes = ["", "!", "\n", "\u0000", "a", "0", "é"];

/**
 * A text that an expression fails to match only after trying an exponential number of ways: there is a stretch that leads
 * from a state back to it in two ways, and an end that fits none. Undefined when there is none, or none was found.
 */
export function exponentialText(pattern: Pattern): ExponentialText | undefined {
  if (pattern.kind !== "expression") return undefined;
  const nfa = expressionNfa(pattern);
  if ("kind" in nfa) return undefined;
  const flat = flatNfa(nfa);
  const steps = stepsOf(flat);
  if (steps.size > mostNodes) return undefined;
  for (const node of steps.keys()) {
    const repeated = twoWays(steps, node);
    if (repeated === undefined) continue;
    const prefix = shortestWalk(
      [flat.start],
      (state) => anyStep(flat, state),
      (state) => state === node,
    );
    const text = {
      prefix: spelled(flat, certain(prefix)),
      repeated: spelled(flat, repeated),
    };
    const start = text.prefix + text.repeated.repeat(repetitions);
    const suffix = suffixes.find((end) => matchPattern(pattern, start + end) === "no-match");
    if (suffix !== undefined) return { ...text, suffix };
  }
  return undefined;
}

/** A step over a character of a class, and in how many ways (2 stands for more). */
interface Step {
  readonly symbol: number;
  readonly to: number;
  readonly ways: number;
}

type Steps = ReadonlyMap<number, readonly Step[]>;

/** The steps between states in which a character has just been read; assertions are not passed. */
function stepsOf(flat: FlatNfa): Steps {
  const nodes = new Set(flat.moves.flatMap((byState) => byState.flat()));
  return new Map([...nodes].map((node) => [node, stepsFrom(flat, node)]));
}

function stepsFrom(flat: FlatNfa, node: number): readonly Step[] {
  const counted = new Map<string, Step>();
  for (const state of freeEnds(flat, node)) {
    for (const [symbol, byState] of flat.moves.entries()) {
      for (const to of certain(byState[state])) {
        const key = `${symbol} ${to}`;
        counted.set(key, { symbol, to, ways: Math.min(2, (counted.get(key)?.ways ?? 0) + 1) });
      }
    }
  }
  return [...counted.values()];
}

/** Where free steps lead, each state as often as there are ways that take no step twice; a bounded number. */
function freeEnds(flat: FlatNfa, node: number): readonly number[] {
  const ends: number[] = [];
  const walk = (state: number, taken: ReadonlySet<string>): void => {
    if (ends.length > 400) return;
    ends.push(state);
    for (const [index, { guard, to }] of certain(flat.free[state]).entries()) {
      const step = `${state} ${index}`;
      if (guard.kind === "none" && !taken.has(step)) walk(to, new Set([...taken, step]));
    }
  };
  walk(node, new Set());
  return ends;
}

/** A word that leads from the node back to it in two ways. */
function twoWays(steps: Steps, node: number): Walk | undefined {
  const pairs = ([one, other, apart]: Pair): readonly (readonly [number, Pair])[] =>
    certain(steps.get(one)).flatMap((step) =>
      certain(steps.get(other))
        .filter(({ symbol }) => symbol === step.symbol)
        .map(({ to, ways }): readonly [number, Pair] => [
          step.symbol,
          [step.to, to, apart || step.to !== to || (one === other && ways > 1)],
        ]),
    );
  return shortestWalk<Pair>(
    [[node, node, false]],
    pairs,
    (pair) => pair.join() === `${node},${node},true`,
  );
}

type Pair = readonly [one: number, other: number, apart: boolean];

/** Steps with or without a character, -1, over assertions too. */
function anyStep(flat: FlatNfa, state: number): readonly (readonly [number, number])[] {
  return [
    ...certain(flat.free[state]).map(({ to }): readonly [number, number] => [-1, to]),
    ...flat.moves.flatMap((byState, symbol) =>
      certain(byState[state]).map((to): readonly [number, number] => [symbol, to]),
    ),
  ];
}

function spelled({ classes }: FlatNfa, walk: Walk): string {
  return walk
    .filter((symbol) => symbol >= 0)
    .map((symbol) => {
      const set = certain(classes[symbol]);
      const plain = readable.find((character) => contains(set, character));
      return String.fromCodePoint(plain ?? certain(set.ranges[0])[0]);
    })
    .join("");
}

/** Characters that read well in an example, the best first. */
const readable = Array.from("abcdefghijklmnopqrstuvwxyz0123456789_.-!", (one) => one.charCodeAt(0));
