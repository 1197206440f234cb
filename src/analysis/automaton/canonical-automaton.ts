import { type CharacterSet, union } from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import type { LabelledAutomaton } from "./labelled-automaton.ts";
import { minimalAutomaton } from "./minimal-automaton.ts";

/** Characters that lead everywhere to the same state, and a symbol that stands for them. */
interface Column {
  readonly symbol: number;
  readonly set: CharacterSet;
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
  const columnOf = new Map(columns.map(({ symbol }, column) => [symbol, column]));
  const order = [0];
  const numberOf = new Int32Array(rows.length).fill(-1);
  numberOf[0] = 0;
  const lines: string[] = [];
  const line = new Int32Array(columns.length);
  for (const state of order) {
    const { fallback, symbols, targets } = certain(rows[state]);
    line.fill(fallback);
    symbols.forEach((symbol, index) => {
      const column = columnOf.get(symbol);
      if (column !== undefined) {
        line[column] = certain(targets[index]);
      }
    });
    line.forEach((target, column) => {
      if (numberOf[target] === -1) {
        numberOf[target] = order.push(target) - 1;
      }
      line[column] = certain(numberOf[target]);
    });
    lines.push(`${JSON.stringify(texts[certain(labels[state])])}:${line.join()}`);
  }
  return [columns.map(({ set }) => set.ranges.join()).join(";"), ...lines].join("\n");
}

/** The classes, those together that no state tells apart; in order of their first characters. */
function columnsOf(rows: LabelledAutomaton["rows"], classes: readonly CharacterSet[]): Column[] {
  const columnOf = new Int32Array(classes.length);
  let count = 1;
  for (const { symbols, targets } of rows) {
    const parts = new Map<string, number>();
    symbols.forEach((symbol, index) => {
      const key = `${columnOf[symbol]} ${targets[index]}`;
      const part = parts.get(key) ?? count;
      parts.set(key, part);
      count = Math.max(count, part + 1);
      columnOf[symbol] = part;
    });
  }
  const columns = new Map<number, { readonly symbol: number; readonly sets: CharacterSet[] }>();
  classes.forEach((set, symbol) => {
    const number = certain(columnOf[symbol]);
    const column = columns.get(number) ?? { symbol, sets: [] };
    column.sets.push(set);
    columns.set(number, column);
  });
  return [...columns.values()]
    .map(({ symbol, sets }) => ({ symbol, set: union(...sets) }))
    .sort((one, other) => certain(one.set.ranges[0]?.[0]) - certain(other.set.ranges[0]?.[0]));
}
