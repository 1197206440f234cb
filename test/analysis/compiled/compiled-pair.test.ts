import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import type { Call } from "../../../src/policy/call.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { type Manifest, policyOf, randomSource } from "../diff/random-policies.ts";
import { CompiledCases, differences, tight } from "./compiled-check.ts";

describe("compiled policies", () => {
  it.each([
    ["with room for everything", {}],
    ["when everything is full", tight],
    ["by automaton from the first call", { patience: 0, names: 0 }],
  ] as const)("decide each call as the plain evaluator does, %s", (_, limits) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const cases = new CompiledCases(seed);
        const { policies, manifests } = cases.pair();
        expect(differences(policies, cases.calls(manifests, 60), limits).slice(0, 1)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it("leave to the plain evaluator what cannot be decided", () => {
    const base = halfOf(
      { match: "g.send", action: "block", conditions: [{ arg: "to", match: "/(a|b)*(c+)\\2$/" }] },
      {
        match: "/^g\\.(a+)+\\1(b+)+\\2$/",
        action: "block",
        conditions: [{ arg: "to", match: "x" }],
      },
    );
    const head = halfOf({ match: "g.*", action: "block", conditions: [{ arg: "to", match: "x" }] });
    const long = "a".repeat(3_000);
    const calls = [
      { connector: "g", action: "send", args: { to: long } },
      { connector: "g", action: "send", args: { to: "cc" } },
      { connector: "g", action: long, args: { to: "x" } },
      { connector: "g", action: long, args: { to: "y" } },
      { connector: long, action: "send", args: { to: "x" } },
    ];
    expect(decideCall(base, calls[0] as Call).effect).toBe("indeterminate");
    for (const pair of [
      [base, head],
      [head, base],
    ] as const) {
      expect(differences(pair, calls)).toEqual([]);
    }
  });

  it("ask in order what rules on the same calls ask, however their conditions overlap", () => {
    const condition = fc.record({
      arg: fc.constantFrom("a", "b", "c"),
      match: fc.constantFrom("1", "/^(1|2)*(x)\\2$/"),
      negate: fc.boolean(),
    });
    const rule = fc.record({
      match: fc.constantFrom("g.*", "g.x"),
      action: fc.constantFrom("always_run", "require_approval", "block"),
      conditions: fc.array(condition, { maxLength: 3 }),
    });
    const rules = fc.array(rule, { minLength: 1, maxLength: 8 });
    const value = fc.constantFrom("1", "0", "1".repeat(3000));
    const args = fc.array(fc.record({ a: value, b: value, c: value }, { requiredKeys: [] }), {
      minLength: 5,
      maxLength: 10,
    });
    fc.assert(
      fc.property(rules, rules, args, (base, head, all) => {
        const calls = all.map((some) => ({ connector: "g", action: "x", args: some }));
        expect(differences([halfOf(...base), halfOf(...head)], calls).slice(0, 1)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("see calls under the old name of a channel as rules do, whichever side declares it", () => {
    const rules = [
      { match: "kortix_slack.send_*", action: "block" },
      { match: "slack.*", action: "always_run" },
    ];
    const channel = { slug: "kortix_slack", provider: "channel", platform: "slack" };
    const { value: declared } = policyFromObject({ connectors: [channel], policies: rules });
    if (declared === undefined) throw new Error("a manifest does not read");
    const calls = ["send_message", "send_nothing", "get_thread"].flatMap((action) =>
      ["slack", "kortix_slack"].map((connector) => ({ connector, action, args: {} })),
    );
    expect(declared.connectors?.get("kortix_slack")?.enabled).toBe(true);
    for (const pair of [
      [declared, halfOf(...rules)],
      [halfOf(...rules), declared],
    ] as const) {
      expect(differences(pair, calls, { patience: 0 })).toEqual([]);
    }
  });

  it("decide names one by one that have too little in common", () => {
    const rules = (...matches: string[]): Policy =>
      halfOf(...matches.map((match) => ({ match, action: "block" })));
    const pair = [rules("*ab*ba*", "*aab*"), rules("*bba*", "*abab*b")] as const;
    const random = randomSource(4);
    const calls = Array.from({ length: 400 }, () => {
      const letters = Array.from({ length: 12 }, () => (random() < 0.5 ? "a" : "b"));
      return { connector: "c", action: letters.join("") };
    });
    expect(differences(pair, calls, { patience: 0, names: 0, cells: 16 })).toEqual([]);
  });
});

function halfOf(...policies: Manifest["policies"]): Policy {
  return policyOf({ kortix_version: 2, policy: { default_mode: "risk" }, policies });
}
