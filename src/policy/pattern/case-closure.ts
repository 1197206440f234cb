import { type CharacterSet, charactersOf, contains, union } from "./character-set.ts";
import { engineCharacters } from "./engine-characters.ts";
import type { Unit } from "./nfa.ts";
import { canonicalUnit } from "./unit-case.ts";

/** Characters that are equal when case is ignored, at least two. */
type Orbit = readonly number[];

interface CaseTable {
  /** Characters that have others equal to them, sorted. */
  readonly cased: readonly number[];
  /** For each of these, all that are equal. */
  readonly orbits: readonly Orbit[];
}

const orbitsOf: Record<Unit, () => readonly Orbit[]> = {
  "code-unit": codeUnitOrbits,
  "code-point": codePointOrbits,
};

const tables = new Map<Unit, CaseTable>();

/**
 * Every character that equals a member of the set when case is ignored, which all matching here does: for code units by
 * simple upper-casing (flags without `u`, `v`), for code points by simple case folding, as the running engine has it.
 */
export function closeUnderCase(set: CharacterSet, unit: Unit): CharacterSet {
  const { cased, orbits } = caseTable(unit);
  const missing: number[] = [];
  for (const [first, last] of set.ranges) {
    const end = firstNotBelow(cased, last + 1);
    for (let index = firstNotBelow(cased, first); index < end; index += 1) {
      for (const equal of orbits[index] as Orbit) {
        if (!contains(set, equal)) {
          missing.push(equal);
        }
      }
    }
  }
  return missing.length === 0 ? set : union(set, charactersOf(missing));
}

function caseTable(unit: Unit): CaseTable {
  const known = tables.get(unit);
  if (known !== undefined) {
    return known;
  }
  const entries = orbitsOf[unit]()
    .flatMap((orbit) => orbit.map((character) => ({ character, orbit })))
    .sort((one, other) => one.character - other.character);
  const table = {
    cased: entries.map(({ character }) => character),
    orbits: entries.map(({ orbit }) => orbit),
  };
  tables.set(unit, table);
  return table;
}

/** Index of the first element that is at least `bound`, in a sorted list. */
function firstNotBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(sorted[middle]) < bound) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function codeUnitOrbits(): readonly Orbit[] {
  const byCanonical = new Map<number, number[]>();
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const canonical = canonicalUnit(unit);
    if (canonical !== unit) {
      const orbit = byCanonical.get(canonical) ?? [canonical];
      orbit.push(unit);
      byCanonical.set(canonical, orbit);
    }
  }
  return [...byCanonical.values()];
}

/** ECMAScript offers no simple case folding, so the engine is asked about each character that has a case at all. */
function codePointOrbits(): readonly Orbit[] {
  const { ranges } = engineCharacters("[\\p{Changes_When_Casemapped}\\p{Changes_When_Casefolded}]");
  const text = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
    )
    .map((character) => String.fromCodePoint(character))
    .join("");
  const orbits: Orbit[] = [];
  const done = new Set<string>();
  for (const character of text) {
    if (!done.has(character)) {
      const equal = Array.from(text.matchAll(new RegExp(character, "giu")), ([one]) => one);
      for (const one of equal) {
        done.add(one);
      }
      orbits.push(equal.map((one) => Number(one.codePointAt(0))));
    }
  }
  return orbits.filter((orbit) => orbit.length > 1);
}
