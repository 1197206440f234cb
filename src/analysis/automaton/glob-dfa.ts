import { closeUnderCase } from "../../policy/pattern/case-closure.ts";
import {
  type CharacterSet,
  charactersOf,
  complement,
  contains,
  isEmpty,
  union,
} from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import { type Dfa, maxUnit } from "./dfa.ts";
import { lineTerminators } from "./neighbour.ts";
import { explored, type TableLimit } from "./state-table.ts";

/** A glob as symbols: the head is anchored, each of the other segments follows a star. */
interface GlobSymbols {
  readonly classes: readonly CharacterSet[];
  readonly segments: readonly (readonly number[])[];
  /** Whether a star cannot run over the symbol. */
  readonly breaks: readonly boolean[];
}

const literalSets = new Map<string, CharacterSet>();

/**
 * The automaton of a glob that is not a lone `*`: literal but for `*`, a run without line terminators; anchored, ignoring
 * case as an expression without flag `u` does. Linear in the length of the glob, unless the glob has line terminators of
 * its own: then `TooManyStates` is thrown past `limit`.
 */
export function globDfa(text: string, limit: TableLimit): Dfa {
  const glob = globSymbols(text);
  const skipsLiteral = glob.segments.flat().some((symbol) => glob.breaks[symbol]);
  return skipsLiteral ? positionSets(glob, limit) : segmentMatcher(glob);
}

function globSymbols(text: string): GlobSymbols {
  const literals = [...new Set(text.replaceAll("*", "").split("").map(literalSet))];
  const others = complement(union(...literals), maxUnit);
  const lines = charactersOf([0x0a, 0x0d, 0x2028, 0x2029].filter((unit) => contains(others, unit)));
  const rest = complement(union(...literals, lines), maxUnit);
  const classes = [...literals, lines, rest].filter((set) => !isEmpty(set));
  return {
    classes,
    segments: text
      .split(/\*+/)
      .map((segment) => segment.split("").map((unit) => classes.indexOf(literalSet(unit)))),
    breaks: classes.map((set) => contains(lineTerminators, certain(set.ranges[0]?.[0]))),
  };
}

/** The units that a literal character matches; the same object for characters that differ in case only. */
function literalSet(unit: string): CharacterSet {
  const known = literalSets.get(unit);
  if (known !== undefined) {
    return known;
  }
  const set = closeUnderCase(charactersOf([unit.charCodeAt(0)]), "code-unit");
  for (const [first, last] of set.ranges) {
    for (let code = first; code <= last; code += 1) {
      literalSets.set(String.fromCharCode(code), set);
    }
  }
  return set;
}

/**
 * A state for each literal that has been matched. After a star, what has been read of the next segment is lost on a
 * mismatch but for its longest suffix that begins the segment again (Knuth, Morris and Pratt).
 */
function segmentMatcher({ classes, segments, breaks }: GlobSymbols): Dfa {
  const width = classes.length;
  const end = segments.reduce((sum, segment) => sum + segment.length, 0);
  const dead = end + 1;
  const transitions = new Int32Array((dead + 1) * width).fill(dead);
  let base = 0;
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    let retry = base;
    for (let read = 0; read < segment.length + (last ? 1 : 0); read += 1) {
      const state = base + read;
      if (index > 0) {
        fallBack(transitions, width, { state, retry, base }, breaks);
      }
      const symbol = segment[read];
      if (symbol !== undefined) {
        retry = read === 0 ? base : certain(transitions[retry * width + symbol]);
        transitions[state * width + symbol] = state + 1;
      }
    }
    base += segment.length;
  });
  const accepting = Uint8Array.from({ length: dead + 1 }, (_, state) => (state === end ? 1 : 0));
  return { stateCount: dead + 1, classes, transitions, accepting };
}

/** Fills a state's row with what a mismatch leads to. */
function fallBack(
  transitions: Int32Array,
  width: number,
  at: { readonly state: number; readonly retry: number; readonly base: number },
  breaks: readonly boolean[],
): void {
  for (let symbol = 0; symbol < width; symbol += 1) {
    if (breaks[symbol] !== true) {
      transitions[at.state * width + symbol] =
        at.state === at.base ? at.base : certain(transitions[at.retry * width + symbol]);
    }
  }
}

/** A state is the set of places in the glob that the text read so far leads to. */
function positionSets({ classes, segments, breaks }: GlobSymbols, limit: TableLimit): Dfa {
  const tokens = segments.flatMap((segment, index) => [
    ...(index > 0 ? ["star" as const] : []),
    ...segment,
  ]);
  const open = (places: Iterable<number>): number[] => {
    const reached = new Set(places);
    for (const place of reached) {
      if (tokens[place] === "star") {
        reached.add(place + 1);
      }
    }
    return [...reached].sort((one, other) => one - other);
  };
  return explored<readonly number[]>(
    {
      classes,
      start: open([0]),
      key: (places) => places.join(),
      accepts: (places) => places.includes(tokens.length),
      next: (places, symbol) =>
        open(
          places.flatMap((place) => {
            const token = tokens[place];
            return token === "star"
              ? breaks[symbol] === true
                ? []
                : [place]
              : token === symbol
                ? [place + 1]
                : [];
          }),
        ),
    },
    limit,
  );
}
