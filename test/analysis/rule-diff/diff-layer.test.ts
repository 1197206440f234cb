import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffLayer } from "../../../src/analysis/rule-diff/diff-layer.ts";
import { placedRules } from "../../../src/analysis/rule-diff/placed-rule.ts";
import { ruleContent } from "../../../src/analysis/rule-diff/rule-content.ts";
import type { PlacedRule, RuleChange } from "../../../src/analysis/rule-diff/rule-diff.ts";
import { rulesOf, type ShortRule } from "../literal-policy.ts";

/** Few different rules, so that lists share many of them and repeat some. */
const shortRule = fc
  .tuple(
    fc.constantFrom("a.get", "a.got", "b.*", "c.delete", "*"),
    fc.constantFrom("always_run", "block"),
    fc.constantFrom({}, {}, { reason: "duplicate" }),
  )
  .map((rule): ShortRule => rule as ShortRule);

const layer = fc
  .array(shortRule, { maxLength: 9 })
  .map((rules) => placedRules(rulesOf("project", rules)));

function contentsOf(rules: readonly PlacedRule[]): readonly string[] {
  return rules.map(({ rule }) => ruleContent(rule));
}

function sideOf(changes: readonly RuleChange[], side: "base" | "head"): readonly PlacedRule[] {
  return changes.flatMap((change) =>
    side === "base" && "base" in change
      ? [change.base]
      : side === "head" && "head" in change
        ? [change.head]
        : [],
  );
}

/** The length of a longest common subsequence, by its definition. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let above = new Array<number>(other.length + 1).fill(0);
  for (const text of one) {
    const row = [0];
    for (const [index, candidate] of other.entries()) {
      const diagonal = (above[index] ?? 0) + 1;
      row.push(text === candidate ? diagonal : Math.max(above[index + 1] ?? 0, row[index] ?? 0));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

function inCommon(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  return one.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

function move<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

describe("the difference of two rule lists", () => {
  test("is nothing for a list and itself", () => {
    fc.assert(
      fc.property(layer, (rules) => {
        expect(diffLayer(rules, rules)).toEqual({ changes: [], compared: "in-order" });
      }),
    );
  });

  test("speaks of each rule of a side at most once, and what it leaves out is equal and in order", () => {
    fc.assert(
      fc.property(layer, layer, (base, head) => {
        const { changes } = diffLayer(base, head);
        const [fromBase, fromHead] = [sideOf(changes, "base"), sideOf(changes, "head")];
        expect(new Set(fromBase).size).toBe(fromBase.length);
        expect(new Set(fromHead).size).toBe(fromHead.length);
        expect(contentsOf(base.filter((rule) => !fromBase.includes(rule)))).toEqual(
          contentsOf(head.filter((rule) => !fromHead.includes(rule))),
        );
      }),
    );
  });

  test("moves equal rules alone, and as few as can be", () => {
    fc.assert(
      fc.property(layer, layer, (base, head) => {
        const moved = diffLayer(base, head).changes.filter(({ kind }) => kind === "moved");
        expect(contentsOf(sideOf(moved, "base"))).toEqual(contentsOf(sideOf(moved, "head")));
        const [one, other] = [contentsOf(base), contentsOf(head)];
        expect(moved.length).toBe(inCommon(one, other) - longestCommon(one, other));
      }),
      { numRuns: 500 },
    );
  });

  test("says of every move past which rule it went, and an edit changes something", () => {
    fc.assert(
      fc.property(layer, layer, (base, head) => {
        for (const change of diffLayer(base, head).changes) {
          if (change.kind === "moved")
            expect(change.words).toMatch(/^moved (below|above) rule \d$/);
          if (change.kind === "edited") expect(change.parts.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("is one move when one of different rules is moved", () => {
    const distinct = fc.uniqueArray(shortRule, {
      minLength: 2,
      maxLength: 9,
      selector: (rule) => JSON.stringify(rule),
    });
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (rules, one, other) => {
        const [from, to] = [one % rules.length, other % rules.length];
        fc.pre(from !== to);
        const { changes } = diffLayer(
          placedRules(rulesOf("project", rules)),
          placedRules(rulesOf("project", move(rules, from, to))),
        );
        expect(changes.map(({ kind }) => kind)).toEqual(["moved"]);
      }),
    );
  });

  test("of two exchanged neighbours moves the exception, else the upper one down", () => {
    const rule: ShortRule = ["stripe.create_refund", "require_approval"];
    const other: ShortRule = ["stripe.*", "always_run"];
    const exception: ShortRule = ["stripe.create_refund", "always_run", { reason: "duplicate" }];
    const moves = (base: readonly ShortRule[], head: readonly ShortRule[]): unknown =>
      diffLayer(
        placedRules(rulesOf("project", base)),
        placedRules(rulesOf("project", head)),
      ).changes.map((change) => [change.words, sideOf([change], "base")[0]?.rule.index]);
    expect(moves([exception, rule], [rule, exception])).toEqual([["moved below rule 1", 0]]);
    expect(moves([rule, exception], [exception, rule])).toEqual([["moved above rule 2", 1]]);
    expect(moves([rule, other], [other, rule])).toEqual([["moved below rule 1", 0]]);
  });
});
