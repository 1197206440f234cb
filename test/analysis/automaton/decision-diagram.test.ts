import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  always,
  DecisionDiagrams,
  type Formula,
  never,
  TooManyNodes,
} from "../../../src/analysis/automaton/decision-diagram.ts";

type Sentence =
  | { readonly kind: "variable"; readonly number: number }
  | { readonly kind: "not"; readonly of: Sentence }
  | { readonly kind: "and" | "or"; readonly one: Sentence; readonly other: Sentence };

const { sentence } = fc.letrec<{ sentence: Sentence }>((tie) => ({
  sentence: fc.oneof(
    { depthSize: "medium" },
    fc.record({ kind: fc.constant("variable" as const), number: fc.nat(3) }),
    fc.record({ kind: fc.constant("not" as const), of: tie("sentence") }),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      one: tie("sentence"),
      other: tie("sentence"),
    }),
  ),
}));

const rows = Array.from({ length: 16 }, (_, bits) =>
  [0, 1, 2, 3].map((bit) => ((bits >> bit) & 1) === 1),
);

function truth(of: Sentence, row: readonly boolean[]): boolean {
  switch (of.kind) {
    case "variable":
      return row[of.number] === true;
    case "not":
      return !truth(of.of, row);
    case "and":
      return truth(of.one, row) && truth(of.other, row);
    case "or":
      return truth(of.one, row) || truth(of.other, row);
  }
}

function build(of: Sentence, table: DecisionDiagrams): Formula {
  switch (of.kind) {
    case "variable":
      return table.variable(of.number);
    case "not":
      return table.not(build(of.of, table));
    case "and":
      return table.and(build(of.one, table), build(of.other, table));
    case "or":
      return table.or(build(of.one, table), build(of.other, table));
  }
}

function holds(formula: Formula, row: readonly boolean[], table: DecisionDiagrams): boolean {
  return formula <= always
    ? formula === always
    : holds(table.branch(formula, row[table.variableOf(formula)] === true), row, table);
}

describe("a decision diagram", () => {
  it("is true where its sentence is, and equal for equal sentences", () => {
    fc.assert(
      fc.property(sentence, sentence, (one, other) => {
        const table = new DecisionDiagrams(10_000);
        const [first, second] = [build(one, table), build(other, table)];
        for (const row of rows) {
          expect(holds(first, row, table)).toBe(truth(one, row));
        }
        expect(first === second).toBe(rows.every((row) => truth(one, row) === truth(other, row)));
      }),
    );
  });

  it("knows which variables matter and what they can do", () => {
    fc.assert(
      fc.property(sentence, fc.nat(3), (one, variable) => {
        const table = new DecisionDiagrams(10_000);
        const formula = build(one, table);
        const flipped = (row: readonly boolean[]): boolean[] =>
          row.map((value, index) => (index === variable ? !value : value));
        const matters = rows.some((row) => truth(one, row) !== truth(one, flipped(row)));
        expect(table.support(formula).includes(variable)).toBe(matters);
        for (const row of rows) {
          expect(holds(table.exists(variable, formula), row, table)).toBe(
            truth(one, row) || truth(one, flipped(row)),
          );
        }
      }),
    );
  });

  it("stops at its limit", () => {
    const table = new DecisionDiagrams(4);
    expect(() =>
      [0, 1, 2, 3].reduce((sum, bit) => table.and(sum, table.variable(bit)), always),
    ).toThrow(TooManyNodes);
    expect(table.branch(never, true)).toBe(never);
  });
});
