import { describe, expect, test } from "vitest";
import { isPresumed } from "../../../src/analysis/simulation/presumption.ts";
import type { Call } from "../../../src/policy/call.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf, type ShortRule } from "../literal-policy.ts";

const call: Call = { connector: "a", action: "x" };
const condition: ShortRule = ["*", "always_run", { p: "1" }];

function presumed(policy: Policy, one: Call = call): boolean {
  return isPresumed(policy, one, evaluate(policy, one));
}

describe("a decision without arguments is presumed", () => {
  test("when a conditional rule was passed over for want of them", () => {
    expect(presumed(policyOf({ rules: [condition, ["a.x", "block"]] }))).toBe(true);
    expect(presumed(policyOf({ rules: [condition] }))).toBe(true);
  });

  test("when a conditional rule decides for want of them", () => {
    expect(presumed(policyOf({ rules: [["a.x", "block", { p: "1" }]] }))).toBe(true);
  });

  test("when the condition is the connector's own", () => {
    const connectors = [connectorOf("a", { rules: [condition, ["x", "block"]] })];
    expect(presumed(policyOf({ connectors }))).toBe(true);
  });

  test("when any rule could be the most restrictive one", () => {
    const rules: readonly ShortRule[] = [["a.x", "always_run"], condition];
    const policy = policyOf({ rules, combining: "deny-overrides" });
    const decision = evaluate(policyOf({ rules }), call);
    expect(isPresumed(policy, call, decision)).toBe(true);
  });
});

describe("a decision is not presumed", () => {
  test("when the arguments are there", () => {
    expect(presumed(policyOf({ rules: [condition] }), { ...call, args: {} })).toBe(false);
  });

  test("when the conditions stand behind the rule that decides, or on another path", () => {
    expect(presumed(policyOf({ rules: [["a.x", "block"], condition] }))).toBe(false);
    expect(presumed(policyOf({ rules: [["b.x", "block", { p: "1" }]] }))).toBe(false);
  });

  test("when a project rule decides before the connector's own conditions", () => {
    const connectors = [connectorOf("a", { rules: [condition] })];
    expect(presumed(policyOf({ rules: [["a.x", "block"]], connectors }))).toBe(false);
  });

  test("when the call never reaches a rule", () => {
    expect(presumed(policyOf({ rules: [condition], connectors: [] }))).toBe(false);
  });
});
