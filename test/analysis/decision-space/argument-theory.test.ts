import { describe, expect, it } from "vitest";
import type { Budget } from "../../../src/analysis/diff/budget.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { shortPolicy } from "../diff/manifest-text.ts";

/** The arguments of a call that a rule with the conditions decides; or why there is none. */
function argumentsFor(conditions: string, budget: Budget = {}): unknown {
  const { changes, undecided } = diffPolicies(
    shortPolicy({}),
    shortPolicy({ project: [`block * ${conditions}`] }),
    budget,
  );
  return changes[0]?.witness.args ?? undecided[0]?.reason ?? "none";
}

const opaque = "`/^(x|y)\\1$/` cannot be compared with other patterns, it refers back to a group";

describe("arguments that satisfy conditions", () => {
  it.each<readonly [string, unknown]>([
    ["a=prod-*", { a: "prod-" }],
    ["a=*", { a: "x" }],
    ["a!=*", {}],
    ["a=/a/ a=/b/", { a: "ab" }],
    ["a=/a/ a!=/a/", "none"],
    ["a=/^[ab]$/ a!=a a!=b", { a: ["b", "a"] }],
    ["a=* a.length=2", { a: ["x", "x"] }],
    ["a=* a.length=2 a!=a a!=/^[^a]*$/", { a: ["x", "a"] }],
    ["a=* a!=a a!=/^[^a]*$/ a.length!=*", { a: "xa" }],
    ["a=/^[ab]$/ a!=a a!=b a.length!=2", { a: [["b", "a"]] }],
    ["a=/^[ab]$/ a!=a a!=b a.length!=*", "none"],
    ["a=* a.length=0", "none"],
    ["a=* a.length=*x*", "none"],
    ["a.length=0", { a: { length: "0" } }],
    ["a.length.length=3", { a: { length: { length: "3" } } }],
    ["a=* a.length=1 a.length.length=1", "none"],
    ["a=* a.b=*", "none"],
    ["a.b.c=x a.b.d=y e=z", { a: { b: { c: "x", d: "y" } }, e: "z" }],
    ["a=* a.length=/^\\d{6}$/", "a list of 100000 elements is too long to try"],
    ["a=/^(x|y)\\1$/ a!=xx", { a: "yy" }],
    ["a=/^(x|y)\\1$/ a!=xx a!=yy", { a: ["yy", "xx"] }],
    ["a=/^(x|y)\\1$/ a!=/^(xx|yy)$/", opaque],
    ["a=/^(x|y)\\1$/ a!=/^(xx|yy)$/ a.length!=*", opaque],
    ["a=* a!=/^(x|y)\\1$/", { a: "x" }],
    ["a=/^(x|y)\\1$/ a=/z/ a=/^[^z]*$/", "none"],
  ])("for `%s` are %j", (conditions, expected) => {
    expect(argumentsFor(conditions)).toEqual(expected);
  });

  it("are not looked for past the limits", () => {
    expect(argumentsFor("a=/^(..)+$/ a=/^(...)+$/", { argumentStates: 2 })).toBe(
      "more than 2 states",
    );
    expect(argumentsFor("a=* a.length=0", { assignments: 0 })).toBe(
      "more than 0 combinations of conditions",
    );
  });
});
