import fc from "fast-check";
import type { SavedCall } from "../../src/analysis/simulation/saved-call.ts";
import type { Json } from "../../src/policy/call.ts";
import type { Policy } from "../../src/policy/policy.ts";
import { connectorOf, policyOf, type ShortRule } from "./literal-policy.ts";

// Small worlds in which rules, conditions and calls meet often.

const condition = fc
  .tuple(
    fc.constantFrom("p", "q", "!p", "!q", "p.r", "q.length"),
    fc.constantFrom(
      "1",
      "*",
      "1*",
      "/^[12]$/",
      "*@b.com",
      "ann@b.com",
      "/card|token/",
      "/^\\d{16}$/",
    ),
  )
  .map(([arg, text]) => ({ [arg]: text }));

const rule = fc
  .tuple(
    fc.constantFrom("a.x", "a.*", "*", "*.y"),
    fc.constantFrom("always_run", "require_approval", "block"),
    fc.array(condition, { maxLength: 2 }).map((all) => Object.assign({}, ...all)),
  )
  .map((parts): ShortRule => parts as ShortRule);

/** A policy with a few rules on few actions. */
export const smallPolicy: fc.Arbitrary<Policy> = fc
  .record({
    rules: fc.array(rule, { maxLength: 5 }),
    own: fc.array(rule, { maxLength: 2 }),
    combining: fc.constantFrom("first-applicable", "deny-overrides"),
    defaultMode: fc.constantFrom("allow_all", "risk"),
  })
  .map(({ rules, own, combining, defaultMode }) =>
    policyOf({
      rules,
      combining,
      defaultMode,
      connectors: [connectorOf("a", { rules: own }), connectorOf("b")],
    }),
  );

const value: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  "1",
  1,
  "12",
  null,
  true,
  [],
  ["1", "2"],
  { r: "1" },
  { r: "eve@b.com", "eve@b.com": 1 },
  "ann@b.com",
  "eve@b.com",
  "write to eve@b.com, not to ann@c.org",
  "4242424242424242",
  4242424242424242,
  "sk_live_abcdefgh",
  "token: abcdefgh",
  "[redacted]",
  { "…": "" },
);

/** A saved call of those actions, some of them private, some masked. */
export const smallCall: fc.Arbitrary<SavedCall> = fc
  .record(
    {
      connector: fc.constantFrom("a", "b", "c"),
      action: fc.constantFrom("x", "y"),
      args: fc.record({ p: value, q: value }, { requiredKeys: [] }),
      risk: fc.constantFrom("read", "write"),
      count: fc.integer({ min: 1, max: 3 }),
      at: fc.constantFrom("2026-10-01", "2026-10-02T09:00:00Z", 1_700_000_000),
      expect: fc.constantFrom("run", "hold"),
    },
    { requiredKeys: ["connector", "action", "count"] },
  )
  .map(
    ({ connector, action, args, risk, count, at, expect }): SavedCall => ({
      kind: "call",
      call: {
        connector,
        action,
        ...(args === undefined ? {} : { args }),
        ...(risk === undefined ? {} : { risk }),
      },
      count,
      ...(at === undefined ? {} : { at }),
      ...(expect === undefined ? {} : { expect }),
      file: "f",
      line: 1,
    }),
  );

/** A corpus without bad lines. */
export const smallCorpus: fc.Arbitrary<readonly SavedCall[]> = fc.array(smallCall, {
  maxLength: 25,
});
