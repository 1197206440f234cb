import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideCall } from "../../../src/analysis/masked/decide-call.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";
import type { Json } from "../../../src/policy/call.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { redactor } from "../../../src/report/privacy/redactor.ts";
import { policyOf, type ShortRule } from "../../analysis/literal-policy.ts";
import { smallCall, smallPolicy } from "../../analysis/random-calls.ts";

const saved = (
  args: Record<string, Json> | undefined,
  rest: Partial<SavedCall> = {},
): SavedCall => ({
  kind: "call",
  call: { connector: "a", action: "x", ...(args === undefined ? {} : { args }) },
  count: 1,
  file: "f",
  line: 1,
  ...rest,
});

function redacted(
  args: Record<string, Json>,
  { policies = [], redact = [] }: { policies?: readonly Policy[]; redact?: readonly string[] } = {},
): unknown {
  const { saved: found, replaced, lost } = redactor({ policies, redact })(saved(args));
  return [found.call.args, replaced, lost];
}

const reading = (conditions: Readonly<Record<string, string>>): readonly Policy[] => {
  const rule: ShortRule = ["a.x", "block", conditions];
  return [policyOf({ rules: [rule] })];
};

describe("a redaction", () => {
  test.each<[string, Record<string, Json>, Record<string, Json>]>([
    ["a credential by its name", { api_key: "abc", n: 1 }, { api_key: "[redacted]", n: 1 }],
    ["a credential by its form", { note: "sk_live_abcdef" }, { note: "[redacted]" }],
    [
      "a card number, as text or number",
      { a: "4242 4242 4242 4242", b: 4242424242424242 },
      { a: "[redacted]", b: "[redacted]" },
    ],
    [
      "whoever an address belongs to",
      { to: "Ann <ann.b+c@d.org>, x" },
      { to: "Ann <redacted@d.org>, x" },
    ],
    [
      "addresses in lists and maps",
      { to: [["a@b.co"], { cc: "a@b.co" }, 1] },
      { to: [["redacted@b.co"], { cc: "redacted@b.co" }, 1] },
    ],
    [
      "a key that is an address",
      { by: { "a@b.co": 1, plain: 2 } },
      { by: { "[redacted 1]": 1, plain: 2 } },
    ],
  ])("replaces %s", (_, args, expected) => {
    const [found] = redacted(args) as [unknown];
    expect(found).toEqual(expected);
  });

  test("replaces everything below a path of the configuration, truth values too", () => {
    const args = { customer: { name: "Ann", vip: true, tags: ["x"], none: null }, n: 1 };
    expect(redacted(args, { redact: ["customer"] })).toEqual([
      {
        customer: { name: "[redacted]", vip: "[redacted]", tags: ["[redacted]"], none: null },
        n: 1,
      },
      3,
      0,
    ]);
  });

  test.each([
    ["no address at all", "a @ b.co, @b.co, a@b, x@-"],
    ["nothing private", "duplicate"],
  ])("leaves %s", (_, text) => {
    expect(redacted({ text })).toEqual([{ text }, 0, 0]);
  });

  test("puts a text in the place of a value that a condition reads, which its patterns treat alike", () => {
    const redact = ["p"];
    const stand = (p: Json, pattern: string): unknown =>
      redacted({ p }, { redact, policies: reading({ p: pattern }) });
    expect(stand("duplicate order", "dup*")).toEqual([{ p: "dup" }, 1, 0]);
    expect(stand("fraud", "dup*")).toEqual([{ p: "redacted" }, 1, 0]);
    expect(stand("redacted", "/^redacted$/")).toEqual([{ p: "redacted" }, 1, 0]);
    expect(stand(["duplicate order", "fraud"], "dup*")).toEqual([{ p: ["dup", "redacted"] }, 2, 0]);
    const [{ p: digits }] = stand("4242424242424242", "/^\\d{16}$/") as [{ p: string }];
    expect(digits).toMatch(/^\d{16}$/);
    expect(digits).not.toBe("4242424242424242");
  });

  test("keeps an address in the domain that a condition asks for", () => {
    const policies = reading({ to: "*@acme.com" });
    expect(redacted({ to: "ann@acme.com" }, { policies })).toEqual([
      { to: "redacted@acme.com" },
      1,
      0,
    ]);
    expect(redacted({ to: "ann@evil.com" }, { policies })).toEqual([
      { to: "redacted@evil.com" },
      1,
      0,
    ]);
  });

  test("keeps a key that a condition names, and a value that stands where it looks for a map", () => {
    const key = "tokenAB12CD34EF56GH78IJ90";
    expect(redacted({ [key]: 1 })).toEqual([{ "[redacted 1]": "[redacted]" }, 2, 0]);
    expect(redacted({ [key]: { n: 1 } }, { policies: reading({ [`${key}.n`]: "1" }) })).toEqual([
      { [key]: { n: "1" } },
      1,
      0,
    ]);
    expect(redacted({ p: "a@b.co" }, { policies: reading({ "p.q": "1" }), redact: ["p"] })).toEqual(
      [{ p: "redacted" }, 1, 0],
    );
  });

  test("masks a value that no other text can stand for, and says so", () => {
    const policies = reading({ p: "/^(a+)b\\1$/", "!q": "x" });
    expect(redacted({ p: "aaabaaa", q: 1 }, { policies, redact: ["p"] })).toEqual([
      { p: "aba", q: 1 },
      1,
      0,
    ]);
    const hard = reading({ p: "/^([a-z]{9,})(\\d)\\1\\2$/" });
    expect(redacted({ p: "abcdefghi7abcdefghi7" }, { policies: hard, redact: ["p"] })).toEqual([
      { p: "[redacted]" },
      1,
      1,
    ]);
  });

  test("leaves masks, calls without arguments, and says who resolved a call without naming them", () => {
    expect(redacted({ p: "[redacted]", q: "[12 chars omitted]" })).toEqual([
      { p: "[redacted]", q: "[12 chars omitted]" },
      0,
      0,
    ]);
    const redact = redactor({ policies: [], redact: [] });
    const decided = saved(undefined, { record: { status: "ok", resolvedBy: "ann@b.co" } });
    expect(redact(decided).saved).toEqual({
      ...decided,
      record: { status: "ok", resolvedBy: "redacted@b.co" },
    });
    const undecided = saved(undefined, { record: { status: "ok" } });
    expect(redact(undecided).saved).toEqual(undecided);
  });
});

describe("a redacted call", () => {
  test("is decided as before by each policy, or is said to have lost something", () => {
    const paths = fc.subarray(["p", "q", "p.*"]);
    fc.assert(
      fc.property(smallPolicy, smallPolicy, smallCall, paths, (base, head, call, redact) => {
        const found = redactor({ policies: [base, head], redact })(call);
        fc.pre(found.lost === 0);
        for (const policy of [base, head]) {
          const { effect, rule, missing } = decideCall(policy, found.saved.call);
          const before = decideCall(policy, call.call);
          expect([effect, rule, missing]).toEqual([before.effect, before.rule, before.missing]);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("holds nothing more to redact that could be", () => {
    fc.assert(
      fc.property(smallCall, (call) => {
        const redact = redactor({ policies: [], redact: ["p"] });
        const once = redact(call).saved;
        expect(redact(once)).toEqual({ saved: once, replaced: 0, lost: 0 });
        expect(JSON.stringify(once.call)).not.toMatch(/4242|sk_live|eve|ann/);
      }),
    );
  });
});
