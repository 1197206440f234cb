import { type CharacterSet, union } from "../../policy/pattern/character-set.ts";
import { certain } from "./certain.ts";
import type { Dfa } from "./dfa.ts";
import { equivalenceBlocks } from "./minimal-dfa.ts";

/** A machine that says something about each text: the label of the state that the text leads to. */
export interface LabelledMachine extends Pick<Dfa, "stateCount" | "classes" | "transitions"> {
  readonly start: number;
  /** By state. */
  readonly labels: readonly string[];
}

/**
 * A text that two machines have in common exactly when they say the same about every text: the smallest machine, its
 * states numbered breadth first over its classes in order of their first characters.
 */
export function canonicalMachine(machine: LabelledMachine): string {
  const numbers = new Map(machine.labels.map((label) => [label, 0]));
  [...numbers.keys()].forEach((label, index) => {
    numbers.set(label, index);
  });
  const blocks = equivalenceBlocks(
    machine,
    machine.labels.map((label) => certain(numbers.get(label))),
  );
  const members = reachableMembers(machine, blocks);
  const columns = mergedColumns(machine, blocks, [...members.values()]);
  const order = [certain(blocks[machine.start])];
  const numberOf = new Map([[certain(order[0]), 0]]);
  const rows: string[] = [];
  for (const block of order) {
    const member = certain(members.get(block));
    const row = columns.map(({ symbol }) => {
      const target = certain(
        blocks[certain(machine.transitions[member * machine.classes.length + symbol])],
      );
      const number = numberOf.get(target) ?? order.push(target) - 1;
      numberOf.set(target, number);
      return number;
    });
    rows.push(`${JSON.stringify(machine.labels[member])}:${row.join()}`);
  }
  return [columns.map(({ set }) => set.ranges.join()).join(";"), ...rows].join("\n");
}

/** A member of each block that is reachable from the start. */
function reachableMembers(machine: LabelledMachine, blocks: Int32Array): Map<number, number> {
  const width = machine.classes.length;
  const members = new Map([[certain(blocks[machine.start]), machine.start]]);
  for (const member of members.values()) {
    for (let symbol = 0; symbol < width; symbol += 1) {
      const target = certain(machine.transitions[member * width + symbol]);
      const block = certain(blocks[target]);
      if (!members.has(block)) {
        members.set(block, target);
      }
    }
  }
  return members;
}

/** Classes that lead everywhere to the same block, as one; in order of their first characters. */
function mergedColumns(
  machine: LabelledMachine,
  blocks: Int32Array,
  members: readonly number[],
): { readonly symbol: number; readonly set: CharacterSet }[] {
  const width = machine.classes.length;
  const columns = new Map<string, { symbol: number; sets: CharacterSet[] }>();
  machine.classes.forEach((set, symbol) => {
    const key = members
      .map((member) => certain(blocks[certain(machine.transitions[member * width + symbol])]))
      .join();
    const column = columns.get(key) ?? { symbol, sets: [] };
    column.sets.push(set);
    columns.set(key, column);
  });
  return [...columns.values()]
    .map(({ symbol, sets }) => ({ symbol, set: union(...sets) }))
    .sort((one, other) => certain(one.set.ranges[0]?.[0]) - certain(other.set.ranges[0]?.[0]));
}
