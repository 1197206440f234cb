import { type CharacterSet, union } from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import type { LabelledAutomaton } from "./labelled-automaton.ts";
import { minimalAutomaton } from "./minimal-automaton.ts";

/** Characters that lead everywhere to the same state; where they do not lead where the others do. */
interface Column {
  readonly sets: CharacterSet[];
  readonly targets: ReadonlyMap<number, number>;
}

/**
 * A text that two automata have in common exactly when they say the same about every text, whatever their alphabets: the
 * smallest automaton, its states numbered breadth first over classes of characters in order of their first ones. `classes`
 * are those of the automaton's alphabet, `textOf` is what a label means.
 */
export function canonicalAutomaton(
  { rows, labels }: LabelledAutomaton,
  classes: readonly CharacterSet[],
  textOf: (label: number) => string,
): string {
  const texts = new Map<string, number>();
  const numbers = new Map<number, number>();
  for (const label of new Set(labels)) {
    const text = textOf(label);
    const number = texts.get(text) ?? texts.size;
    texts.set(text, number);
    numbers.set(label, number);
  }
  const named = labels.map((label) => certain(numbers.get(label)));
  return written(minimalAutomaton({ rows, labels: named }), classes, [...texts.keys()]);
}

function written(
  { rows, labels }: LabelledAutomaton,
  classes: readonly CharacterSet[],
  texts: readonly string[],
): string {
  const columns = columnsOf(rows, classes);
  const order = [0];
  const numberOf = new Map([[0, 0]]);
  const lines: string[] = [];
  for (const state of order) {
    const fallback = certain(rows[state]).fallback;
    const line = columns.map(({ targets }) => {
      const target = targets.get(state) ?? fallback;
      const number = numberOf.get(target) ?? order.push(target) - 1;
      numberOf.set(target, number);
      return number;
    });
    lines.push(`${JSON.stringify(texts[certain(labels[state])])}:${line.join()}`);
  }
  return [columns.map(({ set }) => set.ranges.join()).join(";"), ...lines].join("\n");
}

/** The classes, those together that no state tells apart; in order of their first characters. */
function columnsOf(
  rows: LabelledAutomaton["rows"],
  classes: readonly CharacterSet[],
): readonly { readonly set: CharacterSet; readonly targets: Column["targets"] }[] {
  const exceptions = classes.map(() => new Map<number, number>());
  rows.forEach(({ symbols, targets }, state) => {
    symbols.forEach((symbol, index) => {
      exceptions[symbol]?.set(state, certain(targets[index]));
    });
  });
  const columns = new Map<string, Column>();
  exceptions.forEach((targets, symbol) => {
    const key = [...targets].join();
    const column = columns.get(key) ?? { sets: [], targets };
    column.sets.push(certain(classes[symbol]));
    columns.set(key, column);
  });
  return [...columns.values()]
    .map(({ sets, targets }) => ({ set: union(...sets), targets }))
    .sort((one, other) => certain(one.set.ranges[0]?.[0]) - certain(other.set.ranges[0]?.[0]));
}
