import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certain } from "../../../src/analysis/automaton/certain.ts";
import type { LabelledAutomaton } from "../../../src/analysis/automaton/labelled-automaton.ts";
import { closedRow, type Row } from "../../../src/analysis/automaton/row.ts";
import { stateBlocks } from "../../../src/analysis/automaton/state-blocks.ts";

const symbols = [0, 1, 2];

function rowsTo(state: fc.Arbitrary<number>): fc.Arbitrary<Row> {
  return fc.record({
    fallback: state,
    symbols: fc.constant(symbols),
    targets: fc.tuple(state, state, state),
  });
}

/** Automata of up to 80 states that lead to each other. */
const knotted: fc.Arbitrary<LabelledAutomaton> = fc.integer({ min: 1, max: 80 }).chain((count) => {
  const size = { minLength: count, maxLength: count };
  return fc.record({
    rows: fc.array(rowsTo(fc.nat(count - 1)), size),
    labels: fc.array(fc.nat(1), size),
  });
});

/** Automata of 80 states with one label that lead to 40 others, each with a label of its own and nothing behind it. */
const flat: fc.Arbitrary<LabelledAutomaton> = fc
  .array(rowsTo(fc.integer({ min: 80, max: 119 })), { minLength: 80, maxLength: 80 })
  .map((rows) => {
    const ends = Array.from({ length: 40 }, (_, index) => 80 + index);
    return { rows: [...rows, ...ends.map(closedRow)], labels: [...rows.map(() => 0), ...ends] };
  });

/** The same by definition: blocks are split until members agree in their own block and in those of all successors. */
function blocksByDefinition({ rows, labels }: LabelledAutomaton): readonly number[] {
  let blocks: readonly number[] = labels;
  for (let count = 0; ; ) {
    const known = new Map<string, number>();
    const split = rows.map(({ fallback, targets }, state) => {
      const key = [state, fallback, ...targets].map((one) => blocks[one]).join();
      const block = known.get(key) ?? known.size;
      known.set(key, block);
      return block;
    });
    if (known.size === count) {
      return blocks;
    }
    count = known.size;
    blocks = split;
  }
}

describe("the blocks of an automaton's states", () => {
  it("hold states together exactly when no text tells them apart", () => {
    fc.assert(
      fc.property(fc.oneof(knotted, flat), (automaton) => {
        const blocks = stateBlocks(automaton);
        const expected = blocksByDefinition(automaton);
        const [one, other] = [new Map<number, number>(), new Map<number, number>()];
        for (const [state, block] of expected.entries()) {
          const found = certain(blocks[state]);
          expect(one.get(block) ?? found).toBe(found);
          expect(other.get(found) ?? block).toBe(block);
          one.set(block, found);
          other.set(found, block);
        }
      }),
    );
  });
});
