import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Call, Json } from "../../src/policy/call.ts";
import type { Decision, TraceStep } from "../../src/policy/decision.ts";
import { policyFromObject, readPolicy } from "../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../src/policy/evaluate.ts";
import { absentPolicy, type Policy } from "../../src/policy/policy.ts";

const deskFolder = "fixtures/kortix/support-desk";

function policy(manifest: object): Policy {
  const { value } = policyFromObject({ kortix_version: 2, ...manifest });
  if (value === undefined) throw new Error("the manifest does not read");
  return value;
}

const answer = ({ effect, source, because }: Decision): readonly string[] => [
  effect,
  source,
  because,
];
const line = ({ step, outcome, rule, because }: TraceStep): string =>
  `${step}${rule === undefined ? "" : ` ${rule.match}`}: ${outcome}: ${because}`;

const gmail = { slug: "gmail", provider: "pipedream", app: "gmail" };
const send: Call = { connector: "gmail", action: "send_email", args: {}, risk: "write" };

describe("the support desk", () => {
  const desk = readPolicy(readFileSync(`${deskFolder}/kortix.yaml`, "utf8")).value ?? absentPolicy;
  const calls: readonly Call[] = readFileSync(`${deskFolder}/calls.jsonl`, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));

  it("decides its ten calls, and says why", () => {
    expect(
      calls.map((call) => [`${call.connector}.${call.action}`, ...answer(evaluate(desk, call))]),
    ).toEqual([
      ["github.search_code", "always_run", "project", "rule github.*"],
      ["stripe.list_invoices", "always_run", "project", "rule stripe.list_*"],
      ["stripe.get_charge", "always_run", "project", "rule stripe.get_*"],
      ["helpdesk.reply_to_thread", "always_run", "project", "rule helpdesk.reply_to_thread"],
      ["helpdesk.add_note", "always_run", "project", "rule helpdesk.add_note"],
      ["stripe.create_refund", "always_run", "project", "rule stripe.create_refund + condition"],
      ["stripe.create_refund", "require_approval", "project", "rule stripe.create_refund"],
      [
        "stripe.update_subscription",
        "require_approval",
        "project",
        "rule stripe.update_subscription",
      ],
      [
        "helpdesk.escalate_to_engineer",
        "require_approval",
        "risk_default",
        "default_mode: risk (write)",
      ],
      ["stripe.delete_customer", "block", "project", "rule *.delete_*"],
    ]);
  });

  it("names the rule with its place in the file", () => {
    expect(evaluate(desk, { connector: "stripe", action: "create_refund", args: {} }).rule).toEqual(
      {
        layer: "project",
        index: 1,
        match: "stripe.create_refund",
        file: "kortix.yaml",
        line: 35,
      },
    );
  });

  it("shows each step of a decision, and is JSON with them", () => {
    const decision = evaluate(desk, {
      connector: "stripe",
      action: "create_refund",
      args: { reason: "fraud" },
      agent: "support",
    });
    expect(decision.trace.map(line)).toEqual([
      "grant: passed-over: agent `support` may call `stripe`",
      "connector: passed-over: `stripe` is declared and enabled",
      "rule stripe.create_refund: passed-over: `reason` is `fraud`, which `duplicate` does not match",
      "rule stripe.create_refund: decides: rule stripe.create_refund",
      "project: not-reached: 7 rules after it",
      "connector: not-reached: the connector's rules",
      "sensitive: not-reached: `sensitive`",
      "default_mode: not-reached: `default_mode`",
    ]);
    expect(JSON.parse(JSON.stringify(decision))).toEqual({
      effect: "require_approval",
      source: "project",
      rule: decision.rule,
      because: "rule stripe.create_refund",
      trace: decision.trace,
    });
  });
});

describe("a call that never reaches the rules", () => {
  const declared = policy({
    agents: { support: { connectors: ["slack", "gmail"] }, auditor: { connectors: "all" } },
    connectors: [
      gmail,
      { ...gmail, slug: "off", enabled: false },
      { slug: "kortix_teams", provider: "mcp" },
    ],
  });
  const cases: readonly [string, Call, readonly string[]][] = [
    [
      "to a connector that is not declared",
      { ...send, connector: "linear" },
      ["denied", "connector_not_found", "connector linear is not declared"],
    ],
    [
      "to a connector that is disabled",
      { ...send, connector: "off" },
      ["denied", "connector_disabled", "connector off is disabled"],
    ],
    [
      "to a platform's connector that the file names in vain",
      { ...send, connector: "kortix_teams" },
      ["denied", "connector_not_found", "connector kortix_teams is not declared"],
    ],
    [
      "of an agent without the grant",
      { ...send, agent: "support", connector: "off" },
      ["denied", "connector_not_assigned", "agent support is not granted off"],
    ],
    [
      "of an agent that is not listed",
      { ...send, agent: "stranger" },
      ["denied", "connector_not_assigned", "agent stranger is not granted gmail"],
    ],
  ];
  it.each(cases)("%s", (_what, call, expected) => {
    const decision = evaluate(declared, call);
    expect(answer(decision)).toEqual(expected);
    expect(decision.rule).toBeUndefined();
    expect(decision.trace.filter(({ outcome }) => outcome === "decides")).toMatchObject([
      { because: expected[2] },
    ]);
  });

  const present: readonly [string, Call, string][] = [
    ["an agent with the grant", { ...send, agent: "support" }, "`gmail` is declared and enabled"],
    ["an agent with every grant", { ...send, agent: "auditor" }, "`gmail` is declared and enabled"],
    [
      "a channel by its public name in the grant",
      { ...send, agent: "support", connector: "kortix_slack" },
      "the platform provides `kortix_slack`, which the file does not name",
    ],
    [
      "nobody in particular",
      { ...send, connector: "computer" },
      "the platform provides `computer`, which the file does not name",
    ],
  ];
  it.each(present)("but not that of %s", (_who, call, because) => {
    const decision = evaluate(declared, call);
    expect(answer(decision)).toEqual(["always_run", "allow_all", "default_mode: allow_all"]);
    expect(decision.trace.map(({ because }) => because)).toContain(because);
  });

  it("in a policy half there is none", () => {
    const decision = evaluate(policy({ agents: null }), {
      ...send,
      connector: "anything",
      agent: "anybody",
    });
    expect(decision.trace.map(line)).toEqual([
      "grant: passed-over: agent `anybody` may call `anything`",
      "connector: passed-over: the file declares no connectors, so `anything` is taken as present",
      "project: passed-over: the project has no rules",
      "connector: passed-over: the connector has no rules",
      "sensitive: passed-over: `anything` is not sensitive",
      "default_mode: decides: default_mode: allow_all",
    ]);
  });

  it("without a manifest there is no other", () => {
    for (const connector of ["gmail", "computer", "kortix_slack"]) {
      expect(evaluate(absentPolicy, { ...send, connector }).source).toBe("connector_not_found");
    }
  });
});

describe("what stands when no rule decides", () => {
  it.each([
    [{ risk: "read" }, "risk", false, ["always_run", "risk_default", "default_mode: risk (read)"]],
    [
      { risk: "destructive" },
      "risk",
      false,
      ["require_approval", "risk_default", "default_mode: risk (destructive)"],
    ],
    [
      {},
      "risk",
      false,
      ["require_approval", "risk_default", "default_mode: risk (risk not known, taken as write)"],
    ],
    [{ risk: "read" }, "risk", true, ["require_approval", "risk_default", "sensitive: true"]],
    [{ risk: "read" }, "allow_all", true, ["require_approval", "risk_default", "sensitive: true"]],
    [{}, "allow_all", false, ["always_run", "allow_all", "default_mode: allow_all"]],
  ] as const)("%j in mode %s, sensitive %s", (risk, default_mode, sensitive, expected) => {
    const rules = policy({ policy: { default_mode }, connectors: [{ ...gmail, sensitive }] });
    const decision = evaluate(rules, { connector: "gmail", action: "send_email", ...risk });
    expect(answer(decision)).toEqual(expected);
    expect(decision.trace.find(({ outcome }) => outcome === "decides")?.because).toBe(expected[2]);
  });
});

describe("why a rule is passed over", () => {
  const conditions = (match: string, negate: boolean): Policy =>
    policy({
      policies: [{ match: "gmail.*", action: "block", conditions: [{ arg: "to", match, negate }] }],
    });
  it.each<[string, boolean, { readonly [key: string]: Json } | undefined, string]>([
    ["x", false, {}, "`to` is absent"],
    ["x", false, { to: null }, "`to` is null, which `x` does not match"],
    ["x", false, { to: 7 }, "`to` is `7`, which `x` does not match"],
    ["x", false, { to: "a\nb" }, "`to` is `a\\u{A}b`, which `x` does not match"],
    ["x", false, { to: [] }, "`to` is an empty list, which `x` does not match"],
    ["x", false, { to: ["x", "y"] }, "`to` is a list, and `x` does not match all of it"],
    ["*", false, { to: { x: "y" } }, "`to` is a map, which `*` does not match"],
    ["x", true, { to: "x" }, "`to` is `x`, which `x` matches, and the condition is negated"],
    ["x", true, { to: ["x"] }, "`to` is a list, which `x` matches, and the condition is negated"],
  ])("%s (negated: %s) on %j", (match, negate, args, because) => {
    const call: Call = {
      connector: "gmail",
      action: "send",
      ...(args === undefined ? {} : { args }),
    };
    const step = evaluate(conditions(match, negate), call).trace.find(
      ({ step }) => step === "rule",
    );
    expect(step).toMatchObject({ outcome: "passed-over", because });
  });

  it("its path does not match, or its conditions cannot be tested", () => {
    const rules = policy({
      policies: [
        { match: "slack.*", action: "block" },
        { match: "gmail.*", action: "always_run", conditions: [{ arg: "to", match: "*" }] },
        {
          match: "gmail.*",
          action: "block",
          conditions: [
            { arg: "to", match: "a" },
            { arg: "cc", match: "b" },
          ],
        },
        { match: "gmail.*", action: "always_run" },
      ],
    });
    const decision = evaluate(rules, { connector: "gmail", action: "send" });
    expect(decision.trace.map(line)).toEqual([
      "connector: passed-over: the file declares no connectors, so `gmail` is taken as present",
      "rule slack.*: passed-over: the path does not match",
      "rule gmail.*: passed-over: the arguments are not available, so its conditions count as failing",
      "rule gmail.*: decides: rule gmail.* + 2 conditions: the arguments are not available, so it counts as applying",
      "project: not-reached: 1 rule after it",
      "connector: not-reached: the connector's rules",
      "sensitive: not-reached: `sensitive`",
      "default_mode: not-reached: `default_mode`",
    ]);
    expect(decision.because).toBe("rule gmail.* + 2 conditions");
  });
});

describe("a pattern that cannot be decided", () => {
  const hard = "/^(a+)+\\1(b+)+\\2$/";
  const long = "a".repeat(3_000);
  const rules = policy({
    connectors: [
      {
        ...gmail,
        policies: [{ match: hard, action: "block", conditions: [{ arg: "to", match: "x" }] }],
      },
    ],
    policies: [
      {
        match: "gmail.send",
        action: "block",
        conditions: [{ arg: "to", match: "/(a|b)*(c+)\\2$/" }],
      },
    ],
  });

  it("makes the decision indeterminate and names the rule", () => {
    const decision = evaluate(rules, { connector: "gmail", action: long, args: { to: "x" } });
    expect(decision).toMatchObject({
      effect: "indeterminate",
      source: "connector",
      rule: { layer: "connector", connector: "gmail", index: 0, match: hard },
    });
    expect(decision.because).toMatch(
      /^connector rule .* \+ condition: `.*` cannot be decided, because [a-z]/,
    );
    expect(decision.trace.find(({ outcome }) => outcome === "indeterminate")?.rule?.match).toBe(
      hard,
    );
  });

  it("makes it so in a condition too, also when an array holds the value", () => {
    for (const to of [long, ["cc", long], [[long]]]) {
      const decision = evaluate(rules, { connector: "gmail", action: "send", args: { to } });
      expect([decision.effect, decision.source]).toEqual(["indeterminate", "project"]);
    }
  });

  it("does not where another condition, or another element, certainly fails", () => {
    const passed = evaluate(rules, { connector: "gmail", action: long, args: { to: "y" } });
    expect(passed.effect).toBe("always_run");
    const element = evaluate(rules, {
      connector: "gmail",
      action: "send",
      args: { to: [long, null] },
    });
    expect(element.effect).toBe("always_run");
  });

  it("counts as certain without arguments where the rule would be passed over anyway", () => {
    expect(evaluate(rules, { connector: "gmail", action: long }).effect).toBe("indeterminate");
  });
});

describe("decisions of one path", () => {
  const rules = policy({ policies: [{ match: "gmail.a*", action: "block" }] });

  it("do not depend on how many paths were asked before, or on how long they are", () => {
    for (let index = 0; index < 20_100; index += 1) {
      evaluate(rules, { connector: "gmail", action: `b${index}` });
    }
    expect(evaluate(rules, { connector: "gmail", action: "abc" }).effect).toBe("block");
    expect(evaluate(rules, { connector: "gmail", action: "a".repeat(300) }).effect).toBe("block");
  });

  it("are the trace's, for any policy and call", () => {
    const match = fc.constantFrom("*", "gmail.*", "*.send*", "/send/", "send", "/(/", "slack.*");
    const condition = fc.record({
      arg: fc.constantFrom("to", "to.length", "a.b"),
      match: fc.constantFrom("x", "*", "1", "/y/"),
      negate: fc.boolean(),
    });
    const rule = fc.record({
      match,
      action: fc.constantFrom("always_run", "require_approval", "block"),
      conditions: fc.array(condition, { maxLength: 2 }),
    });
    const manifest = fc.record({
      policy: fc.record({ default_mode: fc.constantFrom("risk", "allow_all") }),
      policies: fc.array(rule, { maxLength: 4 }),
      connectors: fc.tuple(
        fc.record({
          slug: fc.constant("gmail"),
          provider: fc.constant("pipedream"),
          app: fc.constant("gmail"),
          enabled: fc.boolean(),
          sensitive: fc.boolean(),
          policies: fc.array(rule, { maxLength: 3 }),
        }),
      ),
    });
    const args = fc.record(
      {
        to: fc.constantFrom<Json>("x", ["x", "y"], [], null, 1, { a: 1 }),
        a: fc.constantFrom<Json>({ b: "y" }, "x"),
      },
      { requiredKeys: [] },
    );
    const call = fc.record(
      {
        connector: fc.constantFrom("gmail", "slack", "computer"),
        action: fc.constantFrom("send", "list"),
        args,
        agent: fc.constant("support"),
      },
      { requiredKeys: ["connector", "action"] },
    );
    const combining = fc.constantFrom<Policy["combining"][]>("first-applicable", "deny-overrides");
    fc.assert(
      fc.property(manifest, call, combining, (object, anyCall, algorithm) => {
        const decision = evaluate({ ...policy(object), combining: algorithm }, anyCall as Call);
        const decisive = decision.trace.filter(({ outcome }) => outcome === "decides");
        expect(decisive).toHaveLength(1);
        expect(decisive[0]?.rule).toEqual(decision.rule);
        expect(decisive[0]?.because.startsWith(decision.because)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("walk arguments that nest as deep as they like", () => {
    let deep: Json = "x";
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const nested = policy({
      policies: [{ match: "*", action: "block", conditions: [{ arg: "to", match: "x" }] }],
    });
    expect(evaluate(nested, { ...send, args: { to: deep } }).effect).toBe("block");
  });
});
