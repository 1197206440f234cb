import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import type { Call, Json } from "../../../src/policy/call.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf, type ShortRule } from "../literal-policy.ts";

type Arguments = NonNullable<Call["args"]>;

const call = (args: Arguments): Call => ({ connector: "a", action: "x", args });
const decided = (policy: Policy, args: Arguments): readonly unknown[] => {
  const { effect, because, missing } = decideCall(policy, call(args));
  return missing === undefined ? [effect, because] : [effect, because, missing];
};

const refunds = policyOf({
  rules: [
    ["a.x", "always_run", { reason: "duplicate" }],
    ["a.x", "require_approval"],
  ],
});

describe("a saved call with a masked argument", () => {
  test.each<[string, Json]>([
    ["a credential", "[redacted]"],
    ["a long text", "[120 chars omitted]"],
    ["a text that was cut", "duplicate, because … [+200 chars]"],
    ["a map that lies too deep", "[object]"],
    ["a list that lies too deep", "[array]"],
    ["a list that was cut", ["duplicate", "… [+3 more]"]],
  ])("is undecidable where a condition reads %s, and says what is missing", (_, reason) => {
    expect(decided(refunds, { reason })).toEqual([
      "indeterminate",
      "rule a.x + condition: `reason` is masked",
      ["reason"],
    ]);
  });

  test("is undecidable where the argument may be among keys that were left out", () => {
    expect(decided(refunds, { amount: 1, "…": "+3 keys" })).toContainEqual(["reason"]);
    expect(decided(refunds, { reason: "fraud", "…": "+3 keys" })).toEqual([
      "require_approval",
      "rule a.x",
    ]);
  });

  test("is decided where nothing masked bears on the decision", () => {
    expect(decided(refunds, { reason: "fraud", card: "[redacted]" })).toEqual([
      "require_approval",
      "rule a.x",
    ]);
    expect(decided(refunds, { reason: ["fraud", "… [+3 more]"] })).toEqual([
      "require_approval",
      "rule a.x",
    ]);
    expect(decided(refunds, { reason: ["fraud", "[redacted]"] })).toEqual([
      "require_approval",
      "rule a.x",
    ]);
  });

  test("is decided where every value would get the same decision", () => {
    const both: readonly ShortRule[] = [
      ["a.x", "block", { reason: "duplicate" }],
      ["a.x", "block", { "!reason": "duplicate" }],
    ];
    expect(decided(policyOf({ rules: both }), { reason: "[redacted]" })).toEqual([
      "block",
      "rule a.x + condition",
    ]);
    const same: readonly ShortRule[] = [
      ["a.x", "block", { reason: "duplicate" }],
      ["a.*", "block"],
    ];
    expect(decided(policyOf({ rules: same }), { reason: "[redacted]" })).toEqual([
      "block",
      "rule a.*",
    ]);
  });

  test("names every argument that the decision depends on, and no other", () => {
    const rules: readonly ShortRule[] = [
      ["a.x", "require_approval", { to: "b*" }],
      ["a.x", "block", { cc: "*" }],
      ["a.x", "require_approval", { bcc: "*" }],
      ["a.x", "require_approval"],
    ];
    const args = { to: "[redacted]", cc: "[redacted]", bcc: "[redacted]" };
    expect(decided(policyOf({ rules }), args)).toEqual([
      "indeterminate",
      "rule a.x + condition: `cc`, `to` are masked",
      ["cc", "to"],
    ]);
  });

  test("never reaches a policy that would not let it", () => {
    const policy = policyOf({ connectors: [], rules: [["a.x", "block", { p: "1" }]] });
    expect(decideCall(policy, call({ p: "[redacted]" })).effect).toBe("denied");
  });

  test("says which step decided", () => {
    const steps = (policy: Policy, args: Arguments): readonly unknown[] =>
      decideCall(policy, call(args)).trace.map(({ step, outcome, because }) => [
        step,
        outcome,
        because,
      ]);
    const hidden = { p: "[redacted]" };
    expect(steps(refunds, { ...hidden, reason: "duplicate" })).toEqual([
      ["rule", "decides", "rule a.x + condition"],
    ]);
    expect(steps(policyOf(), hidden)).toEqual([
      ["default_mode", "decides", "default_mode: allow_all"],
    ]);
    expect(
      steps(policyOf({ connectors: [connectorOf("a", { sensitive: true })] }), hidden),
    ).toEqual([["sensitive", "decides", "sensitive: true"]]);
    expect(steps(refunds, { reason: "[redacted]" })).toEqual([
      ["rule", "indeterminate", "rule a.x + condition: `reason` is masked"],
    ]);
  });

  test("cannot be decided by a pattern that cannot be, whatever is masked", () => {
    const rules: readonly ShortRule[] = [
      ["a.x", "block", { p: "/(.*)x\\1(.*)y\\2z/", q: "1" }],
      ["a.x", "block"],
    ];
    const hard = `${"ab".repeat(4000)}`;
    const { effect, because, missing, trace } = decideCall(policyOf({ rules }), {
      ...call({ p: ["[redacted]", hard, "[redacted]"], q: "1" }),
    });
    expect([effect, missing, trace[0]?.outcome]).toEqual([
      "indeterminate",
      undefined,
      "indeterminate",
    ]);
    expect(because).toContain("`/(.*)x\\1(.*)y\\2z/` cannot be decided");
    const path = policyOf({ rules: [["/(.*)x\\1(.*)y\\2z/", "block", { q: "1" }]] });
    const found = decideCall(path, {
      connector: "a",
      action: hard,
      args: { q: "1", r: "[redacted]" },
    });
    expect([found.effect, found.because.includes("cannot be decided")]).toEqual([
      "indeterminate",
      true,
    ]);
  });

  test("counts as decided differently when there are too many cases to look at", () => {
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const rules = names.map((name): ShortRule => ["a.x", "block", { [name]: "1" }]);
    const args = Object.fromEntries(names.map((name) => [name, "[redacted]"]));
    const all = policyOf({ rules: [...rules, ["a.x", "block"]] });
    expect(decideCall(all, call(args)).effect).toBe("block");
    const hard = Array.from(
      { length: 12 },
      (_, index): ShortRule => [
        "a.x",
        index % 2 === 0 ? "block" : "always_run",
        { [`p${index}`]: "1", [`p${(index + 5) % 12}`]: "2", [`p${(index + 7) % 12}`]: "3" },
      ],
    );
    const { effect, missing, perhaps } = decideCall(
      policyOf({ rules: hard, combining: "deny-overrides" }),
      call(args),
    );
    expect([effect, missing?.includes("p0")]).toEqual(["indeterminate", true]);
    expect(perhaps?.length).toBe(11);
  });
});

// Laws, over small policies and every way in which what is masked could have been.

const patterns = fc.constantFrom("1", "2", "*", "/^[12]$/", "!1", "!*");
const condition = fc
  .tuple(fc.constantFrom("p", "q", "p.r", "q.length"), patterns)
  .map(
    ([arg, text]): Readonly<Record<string, string>> =>
      text.startsWith("!") ? { [`!${arg}`]: text.slice(1) } : { [arg]: text },
  );
const rule = fc
  .tuple(
    fc.constantFrom("a.x", "a.*", "*"),
    fc.constantFrom("always_run", "require_approval", "block"),
    fc.array(condition, { maxLength: 2 }).map((all) => Object.assign({}, ...all)),
  )
  .map((parts): ShortRule => parts as ShortRule);
const policy = fc
  .record({
    rules: fc.array(rule, { maxLength: 5 }),
    own: fc.array(rule, { maxLength: 2 }),
    combining: fc.constantFrom("first-applicable", "deny-overrides"),
    sensitive: fc.boolean(),
  })
  .map(({ rules, own, combining, sensitive }) =>
    policyOf({ rules, combining, connectors: [connectorOf("a", { rules: own, sensitive })] }),
  );

const known: readonly Json[] = [
  "1",
  "2",
  "3",
  1,
  true,
  null,
  [],
  ["1"],
  ["1", "3"],
  {},
  { r: "1" },
];
const masked: readonly Json[] = [
  "[redacted]",
  "[99 chars omitted]",
  "[object]",
  "[array]",
  ["1", "… [+2 more]"],
  ["1", "[redacted]"],
  { r: "[redacted]" },
  { "…": "" },
];
const value = fc.constantFrom(...known, ...masked);
const args = fc
  .record({ p: value, q: value, "…": fc.constant("") }, { requiredKeys: [] })
  .map((found): Arguments => found as Arguments);

/** Values that a masked one can stand for. */
function originals(one: Json | undefined): readonly (Json | undefined)[] {
  if (one === undefined) return [undefined, ...known];
  if (!masked.includes(one)) return [one];
  if (typeof one === "string") return known;
  if (Array.isArray(one)) {
    return one.includes("[redacted]")
      ? known.map((item) => ["1", item])
      : [
          ["1", "1", "1"],
          ["1", "1", "3"],
          ["1", null, "2"],
        ];
  }
  return "…" in (one as object) ? [{}, { r: "1" }, { s: "1" }] : known.map((r) => ({ r }));
}

function completionsOf({ p, q, ...rest }: Arguments): readonly Arguments[] {
  const open = "…" in rest;
  const values = (one: Json | undefined): readonly (Json | undefined)[] =>
    one === undefined && !open ? [undefined] : originals(one);
  return values(p).flatMap((first) =>
    values(q).map((second) => ({
      ...(first === undefined ? {} : { p: first }),
      ...(second === undefined ? {} : { q: second }),
    })),
  );
}

describe("a decision on a masked call", () => {
  test("is that of every call that it can stand for, or undecidable", () => {
    fc.assert(
      fc.property(policy, args, (one, found) => {
        const { effect } = decideCall(one, call(found));
        if (effect === "indeterminate") return;
        const effects = completionsOf(found).map((full) => evaluate(one, call(full)).effect);
        expect(new Set(effects)).toEqual(new Set([effect]));
      }),
      { numRuns: 1500 },
    );
  });

  test("names every rule that may decide one of these calls", () => {
    fc.assert(
      fc.property(policy, args, (one, found) => {
        const { rule, perhaps = [] } = decideCall(one, call(found));
        expect(perhaps).not.toContain(rule);
        const named = [undefined, rule, ...perhaps];
        for (const full of completionsOf(found)) {
          expect(named).toContainEqual(evaluate(one, call(full)).rule);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is undecidable only where arguments are missing", () => {
    fc.assert(
      fc.property(policy, args, (one, found) => {
        const { effect, missing } = decideCall(one, call(found));
        expect(effect === "indeterminate").toBe(missing !== undefined);
      }),
      { numRuns: 500 },
    );
  });

  test("is evaluate's where nothing is masked", () => {
    const plain = fc.record({ p: fc.constantFrom(...known), q: fc.constantFrom(...known) });
    fc.assert(
      fc.property(policy, plain, (one, found) => {
        expect(decideCall(one, call(found))).toEqual(evaluate(one, call(found)));
      }),
    );
  });
});
