import { distance } from "fastest-levenshtein";

/**
 * The one of `candidates` that `word` was probably meant to be: alike but for case, `-` and `_`, else a few letters
 * apart (none for words of up to three letters, one up to six, two above). The nearest, the first of several; undefined
 * when none is.
 */
export function nearWord(word: string, candidates: readonly string[]): string | undefined {
  const bare = withoutSeparators(word);
  const ranked = candidates
    .map((candidate) => ({ candidate, apart: distance(bare, withoutSeparators(candidate)) }))
    .filter(({ candidate, apart }) => apart <= tolerance(Math.min(candidate.length, word.length)))
    .sort((one, other) => one.apart - other.apart);
  return ranked[0]?.candidate;
}

function withoutSeparators(word: string): string {
  return word
    .slice(0, 40)
    .toLowerCase()
    .replace(/[-_\s]/g, "");
}

function tolerance(length: number): number {
  if (length <= 3) return 0;
  return length <= 6 ? 1 : 2;
}
