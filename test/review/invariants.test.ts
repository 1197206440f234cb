import { describe, expect, test } from "vitest";
import { approvals, change, judge, manifest, owners } from "./scene.ts";

const everybody = approvals("maria", "lena", "sven");

/** What blocks a policy under an invariant of the trust branch. */
function blocked(invariant: string, ...rules: readonly string[]): readonly string[] {
  const config = `${owners}invariants: [${invariant}]\n`;
  const projects = [change(manifest(), manifest(...rules))];
  const { blockers, verdict } = judge({ projects, config, reviews: everybody });
  expect(verdict.kind).toBe(blockers.length > 0 ? "closed-by-change" : "open");
  expect(new Set(blockers.map(({ kind }) => kind))).toEqual(
    new Set(blockers.length > 0 ? ["invariant"] : []),
  );
  return blockers.map(({ message }) => message);
}

const noDeletes = '{ call: "*.delete_*", at_least: block }';

describe("an invariant that demands at least a decision", () => {
  test("is kept by a rule that decides so for every such call", () => {
    expect(blocked(noDeletes, "block *.delete_*")).toEqual([]);
  });

  test("is broken by every class of calls that gets less, with an example of each", () => {
    expect(blocked(noDeletes, "block stripe.delete_*", "always_run github.delete_repo")).toEqual(
      expect.arrayContaining([
        "`github.delete_repo` would be run, and calls of `*.delete_*` must be at least block",
        expect.stringMatching(
          /^`helpdesk\.delete_\w*` would be hold, and calls of `\*\.delete_\*` must be at least block$/,
        ),
      ]),
    );
  });

  test("is not escaped behind an argument", () => {
    const rules = "always_run stripe.delete_customer";
    const conditional = manifest(rules, "block *.delete_*").replace(
      "action: always_run",
      "action: always_run, conditions: [{ arg: reason, match: test }]",
    );
    const config = `${owners}invariants: [${noDeletes}]\n`;
    const { blockers } = judge({ projects: [change(manifest(), conditional)], config });
    expect(blockers).toMatchObject([
      {
        message:
          '`stripe.delete_customer` with `{"reason":"test"}` would be run, and calls of `*.delete_*` must be at least block',
        help: "mend the rules: no approval overrules this",
        span: { file: "kortix.yaml", start: { line: 6 } },
      },
    ]);
  });

  test("is kept by what is more restrictive", () => {
    expect(blocked('{ call: "stripe.*", at_least: hold }', "block stripe.*")).toEqual([]);
    expect(blocked('{ call: "stripe.*", at_least: run }', "always_run stripe.*")).toEqual([]);
  });

  test("is kept by calls that never reach the policy", () => {
    expect(blocked('{ call: "nowhere.*", at_least: block }')).toEqual([]);
  });
});

describe("an invariant that forbids a decision", () => {
  test.each([
    ["run", "always_run stripe.pay", "may never be run"],
    ["always_run", "always_run stripe.pay", "may never be run"],
    ["block", "block stripe.pay", "may never be block"],
    ["hold", "require_approval stripe.pay", "may never be hold"],
  ])("never: %s", (word, rule, words) => {
    const invariant = `{ call: stripe.pay, never: ${word} }`;
    expect(blocked(invariant, rule)).toEqual([
      `\`stripe.pay\` would be ${words.split(" ").at(-1)}, and calls of \`stripe.pay\` ${words}`,
    ]);
    const other = word === "hold" ? "block stripe.pay" : "require_approval stripe.pay";
    expect(blocked(invariant, other)).toEqual([]);
  });
});

describe("an invariant with exemptions", () => {
  const unless = `{ call: stripe.pay, never: run,
    unless: [{ arg: mode, match: test }, { arg: live, match: "true", negate: true }] }`;
  const paying = (conditions: string) =>
    manifest("always_run stripe.pay").replace(
      "action: always_run",
      `action: always_run, conditions: [${conditions}]`,
    );
  const judged = (head: string) =>
    judge({
      projects: [change(manifest(), head)],
      config: `${owners}invariants: [${unless}]\n`,
      reviews: everybody,
    });

  test("is kept by calls for which all of them hold", () => {
    const both = paying('{ arg: mode, match: test }, { arg: live, match: "true", negate: true }');
    expect(judged(both).verdict.kind).toBe("open");
  });

  test.each([
    ["the first one", "{ arg: mode, match: test }"],
    ["the second one", '{ arg: live, match: "true", negate: true }'],
  ])("is broken by a call for which %s alone holds", (_, conditions) => {
    expect(judged(paying(conditions)).blockers).toMatchObject([
      {
        message: expect.stringMatching(
          /calls of `stripe\.pay` may never be run, but for its exemptions$/,
        ),
      },
    ]);
  });

  test("is broken by a call for which none holds", () => {
    expect(judged(manifest("always_run stripe.pay")).verdict.kind).toBe("closed-by-change");
  });
});

test("what cannot be proved closes as well", () => {
  const invariant = "{ call: '/^stripe\\.(.)\\1$/', never: run }";
  expect(blocked(invariant, "always_run stripe.*")).toContain(
    "it could not be proved that calls of `/^stripe\\.(.)\\1$/` may never be run: `/^stripe\\.(.)\\1$/` cannot be compared with other patterns",
  );
});

test("a default that lets calls through has no rule to point at", () => {
  const open = "connectors:\n  - { slug: stripe, provider: mcp, url: https://stripe.example }\n";
  const config = `${owners}invariants: [{ call: stripe.pay, never: run }]\n`;
  const { blockers } = judge({ projects: [change(manifest(), open)], config });
  expect(blockers).toHaveLength(1);
  expect(blockers[0]).not.toHaveProperty("span");
});

test("a connector's own rule is pointed at", () => {
  const own = manifest("block github.x")
    .replace("{ slug: stripe,", "{ slug: stripe, policies: [{ match: pay, action: always_run }],")
    .replace(/ {2}- \{ match: "\*".*\n/, "");
  const config = `${owners}invariants: [{ call: stripe.pay, never: run }]\n`;
  const { blockers } = judge({ projects: [change(manifest(), own)], config });
  expect(blockers).toMatchObject([{ kind: "invariant", span: { start: { line: 2 } } }]);
});

describe("an invariant holds", () => {
  const without = owners;
  const config = `${owners}invariants: [${noDeletes}]\n`;
  const projects = [change(manifest(), manifest("always_run stripe.delete_customer"))];

  test.each([
    ["when the trust branch has it and the pull request takes it out", config, without],
    ["when the pull request adds it", without, config],
  ])("%s", (_, base, head) => {
    const review = judge({ projects, config: base, headConfig: head, reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
  });

  test("once, when both have it", () => {
    const once = judge({ projects, config, headConfig: config });
    expect(once.blockers).toEqual(judge({ projects, config, headConfig: without }).blockers);
  });

  test("for the policy as it will be, also where the change did not break it", () => {
    const broken = manifest("always_run stripe.delete_customer");
    const unchanged = judge({ projects: [change(broken, `# layout\n${broken}`)], config });
    expect(unchanged.verdict.kind).toBe("closed-by-change");
  });

  test("for nothing where there is no policy any more, or none that can be read", () => {
    const deleted = judge({ projects: [change(manifest(), undefined)], config });
    expect(deleted.blockers).toEqual([]);
    const unreadable = judge({ projects: [change(manifest(), "policies: [")], config });
    expect(unreadable.blockers.map(({ kind }) => kind)).toEqual(["unreadable"]);
  });
});
