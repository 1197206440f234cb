import { certain } from "./certain.ts";
import type { LabelledAutomaton } from "./labelled-automaton.ts";
import type { Row } from "./row.ts";
import { stateBlocks } from "./state-blocks.ts";

/** The automaton with the fewest states that says the same about every text. */
export function minimalAutomaton(automaton: LabelledAutomaton): LabelledAutomaton {
  const blocks = stateBlocks(automaton);
  const numbers = new Map([[certain(blocks[0]), 0]]);
  const members = [0];
  const numberOf = (state: number): number => {
    const block = certain(blocks[state]);
    const known = numbers.get(block) ?? members.push(state) - 1;
    numbers.set(block, known);
    return known;
  };
  const rows: Row[] = [];
  for (let index = 0; index < members.length; index += 1) {
    rows.push(renumbered(certain(automaton.rows[certain(members[index])]), numberOf));
  }
  return { rows, labels: members.map((state) => certain(automaton.labels[state])) };
}

/** The row with other numbers for its targets, without symbols that go where the others do. */
function renumbered(row: Row, numberOf: (state: number) => number): Row {
  const fallback = numberOf(row.fallback);
  const symbols: number[] = [];
  const targets: number[] = [];
  row.symbols.forEach((symbol, index) => {
    const target = numberOf(certain(row.targets[index]));
    if (target !== fallback) {
      symbols.push(symbol);
      targets.push(target);
    }
  });
  return { fallback, symbols, targets };
}
