import { contains } from "./character-set.ts";
import { lineTerminators } from "./line-terminators.ts";
import { canonicalUnit } from "./unit-case.ts";

/** A stretch between stars: canonical units, and for each how far a match falls back that fails behind it. */
interface Segment {
  readonly units: readonly number[];
  readonly fallback: readonly number[];
}

/**
 * Matches texts against a glob. Kortix semantics: `*` is any run of characters without a line terminator, everything else
 * stands for itself, the whole text must match, case is ignored as in an expression with flag `i`. Linear in the lengths.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const [first = "", ...others] = glob.split("*");
  const head = segment(first);
  const last = others.pop();
  if (last === undefined) {
    return (text) => text.length === first.length && standsAt(head, text, 0);
  }
  const middle = others.filter((part) => part !== "").map(segment);
  const tail = segment(last);
  return (text) => {
    if (!standsAt(head, text, 0)) {
      return false;
    }
    let position: number | undefined = first.length;
    for (const part of middle) {
      position = endOfFirst(part, text, position);
      if (position === undefined) {
        return false;
      }
    }
    const tailStart = text.length - last.length;
    return (
      tailStart >= position &&
      standsAt(tail, text, tailStart) &&
      isOneLine(text, position, tailStart)
    );
  };
}

function segment(text: string): Segment {
  const units = Array.from({ length: text.length }, (_, index) => unitAt(text, index));
  const fallback: number[] = [];
  let length = 0;
  for (const [index, unit] of units.entries()) {
    while (length > 0 && units[length] !== unit) {
      length = Number(fallback[length - 1]);
    }
    if (index > 0 && units[length] === unit) {
      length += 1;
    }
    fallback.push(length);
  }
  return { units, fallback };
}

function unitAt(text: string, index: number): number {
  return canonicalUnit(text.charCodeAt(index));
}

function standsAt({ units }: Segment, text: string, position: number): boolean {
  if (text.length < position + units.length) return false;
  for (let index = 0; index < units.length; index += 1) {
    if (units[index] !== unitAt(text, position + index)) return false;
  }
  return true;
}

/**
 * Where the first occurrence ends that a star from `from` can reach, by Knuth, Morris and Pratt. The first is enough: a
 * later one needs a longer run, and leaves less of the text.
 */
function endOfFirst({ units, fallback }: Segment, text: string, from: number): number | undefined {
  let matched = 0;
  for (let index = from; index < text.length; index += 1) {
    const unit = unitAt(text, index);
    while (matched > 0 && units[matched] !== unit) {
      matched = Number(fallback[matched - 1]);
    }
    if (units[matched] === unit) {
      matched += 1;
    }
    if (matched === units.length) {
      const end = index + 1;
      return isOneLine(text, from, end - units.length) ? end : undefined;
    }
  }
  return undefined;
}

function isOneLine(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (contains(lineTerminators, text.charCodeAt(index))) {
      return false;
    }
  }
  return true;
}
