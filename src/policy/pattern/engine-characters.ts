import { type CharacterRange, type CharacterSet, characterSet } from "./character-set.ts";

/** A run of code points as one text. */
interface Stretch {
  readonly first: number;
  readonly unitsEach: 1 | 2;
  readonly text: string;
}

/** All code points, made at first use: short texts, so that the engine's backtracking stack holds a run of a whole one. */
let stretches: readonly Stretch[] | undefined;

const answers = new Map<string, CharacterSet>();

/**
 * The code points that the running engine takes for a member of a class, `\p{Lu}`. `source` is the class as an expression
 * with flag `u` writes it; it matches one code point. Asks about every code point, some ten milliseconds, once a class.
 */
export function engineCharacters(source: string): CharacterSet {
  const known = answers.get(source);
  if (known !== undefined) {
    return known;
  }
  stretches ??= allStretches();
  const expression = new RegExp(`(?:${source})+`, "gu");
  const answer = characterSet(stretches.flatMap((stretch) => runsIn(stretch, expression)));
  answers.set(source, answer);
  return answer;
}

function runsIn(stretch: Stretch, expression: RegExp): readonly CharacterRange[] {
  return Array.from(stretch.text.matchAll(expression), ({ 0: run, index }) => {
    const first = stretch.first + index / stretch.unitsEach;
    return [first, first + run.length / stretch.unitsEach - 1] as const;
  });
}

/** Cut at multiples of 1024, high and low surrogates never share a text, so they do not pair up. */
function allStretches(): readonly Stretch[] {
  const length = 0x400;
  return Array.from({ length: 0x110000 / length }, (_, index) => {
    const first = index * length;
    const characters = Array.from({ length }, (_, offset) => first + offset);
    return {
      first,
      unitsEach: first > 0xffff ? 2 : 1,
      text: String.fromCodePoint(...characters),
    };
  });
}
