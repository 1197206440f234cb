import { type CharacterSet, contains } from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import { type Dfa, largestSet, maxUnit } from "./dfa.ts";
import { classOf, classSets, partitionBy } from "./symbol-partition.ts";

/**
 * One numbering of symbols for many automata: classes of code units that none of them tells apart.
 *
 * INVARIANT: symbols ascend from those that people read best to those that they cannot read.
 */
export interface Alphabet {
  readonly size: number;
  /** The symbol with the most code units: what patterns do not mention. */
  readonly rest: number;
  /** The code units of each symbol. */
  readonly sets: readonly CharacterSet[];
  /** For each symbol, the code unit that people read best. */
  readonly representatives: readonly number[];
  symbolOf(unit: number): number;
}

/** The coarsest alphabet that serves all the automata. */
export function sharedAlphabet(dfas: Iterable<Dfa>): Alphabet {
  const sets = new Map<string, CharacterSet>();
  const seen = new Set<CharacterSet>();
  for (const set of [...dfas].flatMap((dfa) => withoutLargest(dfa.classes))) {
    if (!seen.has(set)) {
      seen.add(set);
      sets.set(set.ranges.join(), set);
    }
  }
  const partition = partitionBy([...sets.values()], maxUnit);
  const classes = classSets(partition);
  const readables = classes.map(readableMember);
  const order = classes
    .map((_, index) => index)
    .sort((one, other) => rank(readables[one]) - rank(readables[other]));
  const symbols = Uint16Array.from(classes, (_, index) => order.indexOf(index));
  const symbolOf = (unit: number): number => certain(symbols[classOf(partition, unit)]);
  const ascii = Uint16Array.from({ length: 0x80 }, (_, unit) => symbolOf(unit));
  return {
    size: classes.length,
    rest: certain(symbols[largestSet(classes)]),
    sets: order.flatMap((index) => certain(classes[index])),
    representatives: order.map((index) => certain(readables[index])),
    symbolOf: (unit) => ascii[unit] ?? symbolOf(unit),
  };
}

/** All classes of a partition but one say as much as all. */
function withoutLargest(classes: readonly CharacterSet[]): readonly CharacterSet[] {
  const skipped = largestSet(classes);
  return classes.filter((_, index) => index !== skipped);
}

/** Characters that people read well, the best first. */
const readable = [..."xabcdefghijklmnopqrstuvwyz0123456789_-.@ "].map((character) =>
  character.charCodeAt(0),
);
const printable = Array.from({ length: 0x7f - 0x21 }, (_, offset) => 0x21 + offset);
const preferred = [...new Set([...readable, ...printable, 0xe9, 0x0a, 0x0d])];
const rankOf = new Map(preferred.map((unit, index) => [unit, index]));

function rank(unit: number | undefined): number {
  return rankOf.get(certain(unit)) ?? preferred.length + certain(unit);
}

function readableMember(set: CharacterSet): number {
  const best = preferred.find((unit) => contains(set, unit));
  if (best !== undefined) {
    return best;
  }
  const visible = set.ranges.find(([, last]) => last > 0xa0);
  return visible === undefined ? certain(set.ranges[0]?.[0]) : Math.max(visible[0], 0xa1);
}
