import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effectiveRulesDiff } from "../../../src/analysis/delta/effective-rules-diff.ts";
import type { Call } from "../../../src/policy/call.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import { absentPolicy, type Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf, type ShortRule } from "../literal-policy.ts";

const matches = ["a.x", "a.*", "*.y", "*", "b.x", "/^a\\./", "/^c|y/", "/x$/", "/(/"];
const rule = fc
  .tuple(
    fc.constantFrom(...matches),
    fc.constantFrom("always_run", "require_approval", "block"),
    fc.constantFrom({}, {}, { p: "1" }, { "!p": "1" }),
  )
  .map((parts): ShortRule => parts as ShortRule);
const connector = fc
  .record({
    slug: fc.constantFrom("a", "b", "computer"),
    rules: fc.array(
      rule.map(([match, ...rest]): ShortRule => [match.replace(/^.*\./, ""), ...rest]),
      { maxLength: 2 },
    ),
    enabled: fc.boolean(),
    sensitive: fc.boolean(),
  })
  .map(({ slug, ...rest }) => connectorOf(slug, rest));
const policy = fc
  .record({
    rules: fc.array(rule, { maxLength: 4 }),
    connectors: fc.option(
      fc.uniqueArray(connector, { selector: ({ slug }) => slug, maxLength: 3 }),
      {
        nil: undefined,
      },
    ),
    defaultMode: fc.constantFrom("allow_all", "risk"),
  })
  .map(({ connectors, defaultMode, rules }) =>
    policyOf({
      rules,
      defaultMode: defaultMode === "risk" ? "risk" : "allow_all",
      ...(connectors && { connectors }),
    }),
  );
/** Two versions of one policy: mostly the same, so that equal effective rules are no rarity. */
const pair = fc
  .tuple(policy, policy, fc.constantFrom("rules", "connectors", "defaultMode", "all"))
  .map(([base, other, part]): readonly [Policy, Policy] => [
    base,
    part === "all"
      ? other
      : {
          ...base,
          [part]: other[part],
          namedSlugs: part === "connectors" ? other.namedSlugs : base.namedSlugs,
        },
  ]);
const call: fc.Arbitrary<Call> = fc.record({
  connector: fc.constantFrom("a", "b", "c", "computer", "kortix_slack"),
  action: fc.constantFrom("x", "y", "z", "c.y"),
  args: fc.constantFrom({}, { p: "1" }, { p: "2" }),
  risk: fc.constantFrom("read", "write", "destructive"),
});

function concerned(base: Policy, head: Policy): readonly (string | null)[] {
  return effectiveRulesDiff(base, head).undecided.map(({ connector: slug }) => slug);
}

describe("the coarse diff", () => {
  test("names every connector of which a call is decided differently", () => {
    fc.assert(
      fc.property(pair, fc.array(call, { minLength: 12, maxLength: 12 }), ([base, head], calls) => {
        const named = concerned(base, head);
        const declared = new Set([
          ...(base.connectors?.keys() ?? []),
          ...(head.connectors?.keys() ?? []),
        ]);
        for (const one of calls) {
          if (evaluate(base, one).effect === evaluate(head, one).effect) continue;
          const own =
            declared.has(one.connector) || /^(computer|kortix_slack)$/.test(one.connector);
          expect(named).toContain(own ? one.connector : null);
        }
      }),
      { numRuns: 250 },
    );
  });

  test("finds nothing between a policy and itself", () => {
    fc.assert(
      fc.property(policy, (one) => {
        expect(effectiveRulesDiff(one, one)).toEqual({
          changes: [],
          undecided: [],
          complete: true,
        });
      }),
    );
  });

  test("gives a difference and its opposite different identities", () => {
    fc.assert(
      fc.property(policy, policy, (base, head) => {
        const identities = (one: Policy, other: Policy): readonly string[] =>
          effectiveRulesDiff(one, other).undecided.map(({ identity }) => identity);
        const back = identities(head, base);
        for (const identity of identities(base, head)) expect(back).not.toContain(identity);
      }),
    );
  });

  test("sees no difference in layout, in rules of other connectors and behind a catch-all", () => {
    const read = (text: string): Policy => readPolicy(text).value ?? absentPolicy;
    const base = read(`
policy: { default_mode: risk }
policies:
  - { match: "github.*", action: block }
connectors:
  - slug: stripe
    provider: mcp
    url: https://stripe.example
    policies:
      - { match: get_*, action: always_run, conditions: [{ arg: a, match: "1" }, { arg: b, match: "2" }] }
      - { match: "*", action: block }
  - { slug: github, provider: mcp, url: "https://github.example" }
`);
    const head = read(`
policy: { default_mode: allow_all }   # behind the catch-all
connectors:
  - { slug: github, provider: mcp, url: "https://github.example" }
  - slug: stripe
    provider: mcp
    sensitive: true
    url: https://stripe.example
    policies:
      - match: "get_*"
        conditions:
          - { arg: b, match: "2" }
          - { arg: a, match: "1" }
        action: always_run
      - { match: "*", action: block }
      - { match: "never_reached", action: always_run }
policies:
  - { match: "github.*", action: always_run }
`);
    expect(concerned(base, head)).toEqual([
      "computer",
      "github",
      "kortix_email",
      "kortix_slack",
      "kortix_teams",
    ]);
  });

  test("says of a policy half that any other connector is concerned", () => {
    const head = policyOf({ rules: [["stripe.*", "block"]] });
    expect(effectiveRulesDiff(policyOf(), head)).toMatchObject({
      undecided: [
        {
          connector: null,
          reason:
            "the rules that can decide calls of any other connector differ and were not compared call by call",
        },
      ],
      complete: false,
    });
  });

  test("of a manifest that disappears says that every connector is concerned", () => {
    const base = policyOf({
      connectors: [connectorOf("stripe"), connectorOf("off", { enabled: false })],
    });
    expect(concerned(base, absentPolicy)).toEqual([
      "computer",
      "kortix_email",
      "kortix_slack",
      "kortix_teams",
      "stripe",
    ]);
  });

  test("where the most restrictive rule wins, order and repetition are no difference, and no rule ends the list", () => {
    const rules: readonly ShortRule[] = [
      ["*", "block"],
      ["a.x", "always_run"],
    ];
    const of = (list: readonly ShortRule[]): Policy =>
      policyOf({ rules: list, connectors: [], combining: "deny-overrides" });
    expect(concerned(of(rules), of([...rules, ...rules].toReversed()))).toEqual([]);
    expect(concerned(of(rules), of([...rules, ["*.y", "require_approval"]]))).toHaveLength(4);
    expect(concerned(of([]), policyOf({ connectors: [] }))).toHaveLength(4);
  });
});
