import type { CharacterSet } from "../../policy/pattern/character-set.ts";
import { contains } from "../../policy/pattern/character-set.ts";
import { maxCharacter, type Nfa } from "../../policy/pattern/nfa.ts";
import { certain } from "./certain.ts";
import {
  type LocalAssertion,
  type Neighbour,
  neighbourOf,
  type Sight,
  sightOf,
} from "./neighbour.ts";
import { classSets, partitionBy } from "./symbol-partition.ts";

/** What a step without a character depends on. */
export type Guard =
  | { readonly kind: "none" }
  | { readonly kind: "local"; readonly assertion: LocalAssertion }
  | { readonly kind: "look"; readonly look: Look };

/** A lookaround whose body is laid out among the states of the whole. */
export interface Look {
  readonly direction: "ahead" | "behind";
  readonly negate: boolean;
  readonly start: number;
  readonly accept: number;
}

/** An `Nfa` with the bodies of its lookarounds in one numbering, over the coarsest alphabet that serves. */
export interface FlatNfa {
  readonly start: number;
  readonly accept: number;
  /** Steps without a character, by state. */
  readonly free: readonly (readonly { readonly guard: Guard; readonly to: number }[])[];
  /** Successors over a character of each class, by class, then by state. */
  readonly moves: readonly (readonly (readonly number[])[])[];
  readonly classes: readonly CharacterSet[];
  /** What each class is to the assertions beside it. */
  readonly neighbours: readonly Neighbour[];
  readonly sight: Sight;
  readonly looks: readonly Look[];
}

interface Layout {
  readonly free: { guard: Guard; to: number }[][];
  readonly consumes: { set: CharacterSet; to: number }[][];
  readonly looks: Look[];
}

/** Lays the automaton out flat. */
export function flatNfa(nfa: Nfa): FlatNfa {
  const layout: Layout = { free: [], consumes: [], looks: [] };
  const offset = layOut(nfa, layout);
  const sight = sightOf(nfa);
  const sets = new Set(layout.consumes.flatMap((edges) => edges.map((edge) => edge.set)));
  const max = maxCharacter[nfa.unit];
  const classes = classSets(partitionBy([...sets, ...sight.sets.map(([, set]) => set)], max));
  const representatives = classes.map((set) => certain(set.ranges[0]?.[0]));
  return {
    start: nfa.start + offset,
    accept: nfa.accept + offset,
    free: layout.free,
    moves: representatives.map((character) => movesOver(layout, character)),
    classes,
    neighbours: representatives.map((character) => neighbourOf(sight, character)),
    sight,
    looks: layout.looks,
  };
}

function movesOver(layout: Layout, character: number): number[][] {
  const answers = new Map<CharacterSet, boolean>();
  const holds = (set: CharacterSet): boolean => {
    const answer = answers.get(set) ?? contains(set, character);
    answers.set(set, answer);
    return answer;
  };
  return layout.consumes.map((edges) =>
    edges.filter((edge) => holds(edge.set)).map((edge) => edge.to),
  );
}

function layOut(nfa: Nfa, layout: Layout): number {
  const offset = layout.free.length;
  for (const _ of nfa.edges) {
    layout.free.push([]);
    layout.consumes.push([]);
  }
  nfa.edges.forEach((edges, index) => {
    const state = index + offset;
    for (const edge of edges) {
      const to = edge.to + offset;
      if (edge.kind === "consume") {
        layout.consumes[state]?.push({ set: edge.set, to });
      } else if (edge.kind === "empty") {
        layout.free[state]?.push({ guard: { kind: "none" }, to });
      } else if (edge.assertion.kind !== "look") {
        layout.free[state]?.push({ guard: { kind: "local", assertion: edge.assertion }, to });
      } else {
        const { direction, negate, body } = edge.assertion;
        const inner = layOut(body, layout);
        const look = { direction, negate, start: body.start + inner, accept: body.accept + inner };
        layout.looks.push(look);
        layout.free[state]?.push({ guard: { kind: "look", look }, to });
      }
    }
  });
  return offset;
}
