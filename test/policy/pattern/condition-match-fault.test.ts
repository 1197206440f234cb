import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conditionMatchFault } from "../../../src/policy/pattern/condition-match-fault.ts";
import { hasNestedQuantifier } from "../../../src/policy/pattern/nested-quantifier.ts";
import { cases } from "./cases.ts";

interface ConditionMatch {
  readonly name: string;
  readonly match: string;
  readonly fault: string | null;
}

describe("a condition's match", () => {
  it.each(cases<ConditionMatch>("condition-match"))("$name: `$match`", ({ match, fault }) => {
    expect(conditionMatchFault(match) ?? null).toBe(fault);
  });
});

/** The heuristic as it is described: a scan for the partner of each parenthesis. */
function hasNestedQuantifierByScanning(body: string): boolean {
  return Array.from(body).some((character, opening) => {
    const closing = character === "(" ? partnerOf(body, opening) : undefined;
    if (closing === undefined || !/[*+{]/.test(body.charAt(closing + 1))) {
      return false;
    }
    const inside = body.slice(opening + 1, closing).replace(/\\./g, "");
    return /[*+]|\{\d*,\d*\}/.test(inside);
  });
}

function partnerOf(body: string, opening: number): number | undefined {
  let depth = 0;
  for (let index = opening; index < body.length; index += 1) {
    const character = body[index];
    if (character === "\\") {
      index += 1;
    } else if (character === "(") {
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
      if (depth === 0) {
        return index;
      }
    }
  }
  return undefined;
}

describe("the nested quantifier heuristic", () => {
  it("takes one pass to the same answer as a scan for each parenthesis", () => {
    const bodies = fc
      .array(
        fc.constantFrom("(", "(", ")", ")", "\\", "\\(", "+", "*", "{", "}", ",", "1", "a", "{,}"),
        {
          maxLength: 16,
        },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(bodies, (body) => {
        expect(hasNestedQuantifier(body)).toBe(hasNestedQuantifierByScanning(body));
      }),
      { seed: 1, numRuns: 10_000 },
    );
  }, 30_000);

  it("does not scan again for each of many parentheses", () => {
    expect(hasNestedQuantifier("(".repeat(500_000))).toBe(false);
    expect(hasNestedQuantifier("\\(".repeat(500_000))).toBe(false);
  });
});
