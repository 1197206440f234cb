import { describe, expect, it } from "vitest";
import { proveRule } from "../../../src/analysis/decision-space/reachability.ts";
import { replay } from "../../../src/analysis/decision-space/replay.ts";
import { sampleTexts } from "../../../src/analysis/decision-space/sample-texts.ts";
import { withinBudget } from "../../../src/analysis/decision-space/within-budget.ts";
import { comparison } from "../../../src/analysis/diff/comparison.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { parsePattern } from "../../../src/policy/pattern/parse-pattern.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { shortPolicy } from "../diff/manifest-text.ts";

const gh = { gh: [] };

describe("a call that some rules pass over", () => {
  const rules = ["hold gh.x* a=*", "hold gh.* a!=*"];
  const base = shortPolicy({ project: [...rules, "block gh.*"], connectors: gh });
  const head = shortPolicy({ project: [...rules, "run gh.*"], connectors: gh });

  it("avoids those whose conditions cannot all fail through its action", () => {
    const { changes, complete } = diffPolicies(base, head);
    expect(complete).toBe(true);
    expect(changes.map(({ witness }) => witness)).toEqual([
      { connector: "gh", action: "item", args: { a: "x" }, risk: "read" },
    ]);
  });

  it("avoids the one that it can, where another matches every action", () => {
    const both = ["hold /^gh\\./ a!=*", "hold gh.x* a=*"];
    const policies = ["block", "run"].map((last) =>
      shortPolicy({ project: [...both, `${last} /^gh\\./`], connectors: gh }),
    );
    const { changes, complete } = diffPolicies(policies[0] ?? base, policies[1] ?? base);
    expect(complete).toBe(true);
    expect(changes).toMatchObject([{ connector: "gh", from: { effect: "block" } }]);
  });

  it("is not looked for past the limit of combinations", () => {
    const expected = diffPolicies(base, head, { branches: 0 });
    expect([expected.complete, expected.changes.length]).toEqual([true, 1]);
    const unnamed = (last: string): Policy =>
      shortPolicy({ project: [...rules, `${last} /^gh\\.[a-z]+\\d$/`], connectors: gh });
    const all = diffPolicies(unnamed("block"), unnamed("run"));
    expect(all.changes.map(({ witness }) => [witness.action, witness.args])).toEqual([
      ["a0", { a: "x" }],
    ]);
    const { undecided } = diffPolicies(unnamed("block"), unnamed("run"), { branches: 1 });
    expect(undecided.map(({ reason }) => reason)).toEqual(["more than 1 combinations of rules"]);
    const gone = shortPolicy({ project: rules, connectors: gh });
    const [open] = diffPolicies(unnamed("block"), gone, { branches: 1 }).undecided;
    expect([open?.reason, open?.rule?.match]).toEqual([undecided[0]?.reason, "/^gh\\.[a-z]+\\d$/"]);
  });

  it("is looked for once with the same rules avoided, in whatever order", () => {
    const crossed = [
      "hold gh.* z=*",
      "hold gh.a* p=*",
      "hold gh.*b p!=*",
      "hold gh.c* p=*",
      "hold gh.*d p!=*",
    ];
    const policy = (last: string): Policy =>
      shortPolicy({
        project: [...crossed, `${last} /^gh\\.(ab|cb|ad)$/`, "hold gh.*"],
        connectors: gh,
      });
    expect(diffPolicies(policy("block"), policy("run"))).toEqual({
      changes: [],
      undecided: [],
      complete: true,
    });
  });

  it("is not looked for past the limit of states", () => {
    const long = (action: string) =>
      shortPolicy({ project: [`${action} /^gh\\.(..)+$/`, "run /^gh\\.(...)+$/"], connectors: gh });
    const policy = long("block");
    const [rule] = policy.rules;
    const swapped = shortPolicy({
      project: ["run /^gh\\.(...)+$/", "block /^gh\\.(..)+$/"],
      connectors: gh,
    });
    const { undecided } = diffPolicies(long("block"), swapped, { actionStates: 2 });
    expect(undecided.map(({ reason }) => reason)).toEqual(["more than 2 states"]);
    expect(rule && proveRule(policy, rule, { actionStates: 0 })).toEqual({
      kind: "unknown",
      because: "more than 0 states",
    });
  });
});

describe("a rule with a pattern that no automaton stands for", () => {
  it("decides a call that was found by trying", () => {
    const policy = shortPolicy({ project: ["block /\\.x(.)\\1|x/"], connectors: gh });
    const [rule] = policy.rules;
    expect(rule && proveRule(policy, rule)).toMatchObject({
      kind: "decides",
      call: { action: "x" },
    });
  });
});

describe("a call that was foretold", () => {
  it("is an internal error when it is decided otherwise", () => {
    const policy = shortPolicy({ project: ["block gh.a", "hold gh.*"], connectors: gh });
    const { space } = comparison(policy, policy, {});
    const [first, second] = space.connector("gh").lists[0] ?? [];
    const call = { connector: "gh", action: "a", args: {}, risk: "read" } as const;
    expect(() => first && replay(policy, call, first)).not.toThrow();
    expect(() => second && replay(policy, call, second)).toThrow(
      'internal error: {"connector":"gh","action":"a","args":{},"risk":"read"} is not decided as it was foretold',
    );
  });
});

describe("samples of a pattern", () => {
  it("are some of its texts, as many as are wanted at most", () => {
    expect(sampleTexts(parsePattern("/^(foo|ba)-\\1$/"))).toEqual(["ba-ba", "foo-foo"]);
    expect(sampleTexts(parsePattern("/^one (two|four), \\1 (?:five|six)$/"))).toEqual([
      "one two, two six",
      "one two, two five",
      "one four, four six",
      "one four, four five",
    ]);
    expect(sampleTexts(parsePattern("/^(a|b){20}-(x|y|z)\\2$/"))).toHaveLength(40);
    expect(sampleTexts(parsePattern("/^(x|y)(a|b)*a(a|b){12}\\1$/"))).toEqual([]);
    expect(sampleTexts(parsePattern("/(\\d)\\1/"))).toContain("00");
    expect(sampleTexts(parsePattern("*"))).toHaveLength(40);
    expect(sampleTexts(parsePattern("/[/"))).toEqual([]);
  });
});

describe("an error that is no spent budget", () => {
  it("is thrown on", () => {
    const broken = (): never => {
      throw new Error("broken");
    };
    expect(() => withinBudget(broken)).toThrow("broken");
  });
});
