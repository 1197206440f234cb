import { describe, expect, it } from "vitest";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { policyFromObject } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { absentPolicy, type Policy } from "../../../src/policy/policy.ts";
import { type ShortPolicy, shortPolicy } from "./manifest-text.ts";

const base = shortPolicy({
  project: ["block gh.a*", "hold *"],
  connectors: { gh: [], db: ["run x"] },
});
const head = shortPolicy({
  project: ["hold gh.a*", "hold *"],
  connectors: { gh: [], db: ["run x"] },
});

describe("a comparison that cannot be finished", () => {
  it("names every connector whose rules differ, and no other", () => {
    const diff = diffPolicies(base, head, { steps: 500 });
    expect(diff).toMatchObject({ changes: [], complete: false });
    expect(diff.undecided.map(({ connector, reason }) => [connector, reason])).toEqual([
      ["gh", "not all calls could be compared: it takes more than 500 steps"],
    ]);
    expect(diffPolicies(base, base, { steps: 500 })).toEqual({
      changes: [],
      undecided: [],
      complete: true,
    });
  });

  it("stops when the time is up, also before it has begun", () => {
    for (const looks of [0, 1, 2]) {
      let asked = 0;
      const diff = diffPolicies(manyRules("hold"), manyRules("run"), {
        expired: () => {
          asked += 1;
          return asked > looks;
        },
      });
      expect(diff.complete).toBe(false);
      expect(diff.undecided[0]?.reason).toBe("not all calls could be compared: the time was up");
      expect(diff.undecided.map(({ connector }) => connector)).toContain("gh");
    }
  });

  it("lists some changes and counts the others by the rule that decides in head", () => {
    const actions = ["a", "b", "c", "d"];
    const before = shortPolicy({
      project: actions.map((one) => `block gh.${one}`),
      connectors: { gh: [] },
    });
    const after = shortPolicy({ project: ["hold gh.b", "run gh.*"], connectors: { gh: [] } });
    const listed = diffPolicies(before, after, { listedChanges: 2 });
    expect(listed.changes.map(({ region }) => region.path)).toEqual(["gh.b", "gh.a"]);
    expect(
      listed.undecided.map(({ connector, reason, rule }) => [connector, reason, rule?.match]),
    ).toEqual([
      ["gh", more(3), "gh.*"],
      ["gh", more(4), undefined],
    ]);
    const looked = diffPolicies(before, after, { pairs: 2 });
    expect(looked.changes.map(({ region }) => region.path)).toEqual(["gh.b"]);
    expect(looked.undecided[0]?.rule?.match).toBe("gh.*");
  });

  it("has an identity for each change while others are not listed, one for all of a kind otherwise", () => {
    const before = shortPolicy({
      project: ["block gh.a", "block gh.b", "block gh.c"],
      connectors: { gh: [] },
    });
    const after = shortPolicy({ connectors: { gh: [] } });
    const kinds = (budget: object): number =>
      new Set(diffPolicies(before, after, budget).changes.map(({ identity }) => identity)).size;
    expect([kinds({ listedChanges: 2 }), kinds({})]).toEqual([2, 1]);
  });

  it("does not depend on what was compared before", () => {
    const budget = { steps: 3000 };
    expect(diffPolicies(base, head, budget)).toEqual(diffPolicies(base, head, budget));
  });
});

describe("a clock that breaks", () => {
  it("ends the comparison with its own error, whenever it does", () => {
    const breaksAfter = (looks: number) => (): boolean => {
      asked += 1;
      if (asked > looks) {
        throw new Error("the clock broke");
      }
      return false;
    };
    let asked = 0;
    let looks = 0;
    for (let broke = true; broke; looks += 1) {
      asked = 0;
      try {
        const expired = breaksAfter(looks);
        const { changes } = diffPolicies(manyRules("hold", 6), manyRules("run", 6), { expired });
        broke = changes.some(({ identity }) => identity === "");
      } catch (error) {
        expect(error).toEqual(new Error("the clock broke"));
      }
    }
    expect(looks).toBeGreaterThan(5);
  });
});

describe("a budget that ends in the middle", () => {
  it("leaves what was compared before and names the rest", () => {
    const change = (action: string): Policy =>
      shortPolicy({ project: [`${action} *.x`], connectors: { a: [], b: [], c: [] } });
    const seen = new Set<string>();
    for (let steps = 500; steps < 60_000; steps += 1000) {
      const { changes, undecided } = diffPolicies(change("block"), change("hold"), { steps });
      seen.add(`${changes.length > 0} ${undecided.length > 0}`);
      expect(changes.length + undecided.length).toBe(7);
    }
    expect([...seen].sort()).toEqual(["false true", "true false", "true true"]);
  });

  it("counts a rule in an identity of which it is not known whether it bounds the calls", () => {
    const identity = (length: number): string | undefined => {
      const rule = `hold gh.* a=/^(.{${length},})\\1!$/`;
      const policy = (last: string): Policy =>
        shortPolicy({ project: [rule, last], connectors: gh });
      const budget = { identitySteps: 10 };
      const { changes } = diffPolicies(policy("block gh.*"), policy("run gh.*"), budget);
      expect(changes).toHaveLength(1);
      return changes[0]?.identity;
    };
    expect(identity(9)).toBe(identity(9));
    expect(identity(9)).not.toBe(identity(8));
  });

  it("gives identities made of rules where the calls would take too long to describe", () => {
    const infix = Array.from({ length: 10 }, (_, index) => `hold gh.*x${index}y* a=/^b${index}$/`);
    const pairs = Array.from({ length: 16 }, (_, index) => {
      const number = String(index).padStart(2, "0");
      return `hold gh.* a${number}=x b${number}=y`;
    });
    for (const rules of [infix, pairs, ["hold gh.x a=*"]]) {
      const before = shortPolicy({ project: [...rules, "block gh.*"], connectors: gh });
      const after = shortPolicy({ project: [...rules, "run gh.*"], connectors: gh });
      const full = diffPolicies(before, after);
      const short = diffPolicies(before, after, { identitySteps: 10 });
      expect([full.complete, full.changes.length, short.changes.length]).toEqual([true, 1, 1]);
      const same = full.changes[0]?.identity === short.changes[0]?.identity;
      expect(same).toBe(rules.length > 1);
    }
  });

  it("does not run out of names to try for an example", () => {
    const names = Array.from({ length: 50 }, (_, index) => `hold gh.a${index}`);
    const rules = ["hold gh.item", "hold gh.get", ...names];
    const { changes } = diffPolicies(
      shortPolicy({ project: [...rules, "block gh.*"], connectors: gh }),
      shortPolicy({ project: [...rules, "run gh.*"], connectors: gh }),
    );
    expect(changes[0]?.witness.action).toMatch(/^[a-z]+$/);
  });
});

describe("what no automaton stands for", () => {
  const opaque = (pattern: string): ShortPolicy => ({
    project: [`block ${pattern}`],
    connectors: { gh: [] },
  });

  it("is undecided where nothing is proved and no call is found", () => {
    const diff = diffPolicies(
      shortPolicy(opaque("/^gh\\.(a|b)\\1$/")),
      shortPolicy(opaque("/^gh\\.(aa|bb)$/")),
    );
    expect(diff.changes).toEqual([]);
    const ofGh = diff.undecided.filter(({ connector }) => connector === "gh");
    expect(ofGh.map(({ connector, rule }) => [connector, rule?.match])).toEqual([
      ["gh", "/^gh\\.(a|b)\\1$/"],
      ["gh", "/^gh\\.(a|b)\\1$/"],
    ]);
    expect(diff.undecided[0]?.reason).toBe(
      "`/^gh\\.(a|b)\\1$/` cannot be compared with other patterns",
    );
    const [one, other] = ofGh.map(({ identity }) => identity);
    expect(one).not.toBe(other);
  });

  it("is no change where it stands on both sides", () => {
    const policy = shortPolicy(opaque("/^gh\\.(a|b)\\1$/"));
    const other = shortPolicy({
      project: ["block /^gh\\.(a|b)\\1$/", "block gh.x"],
      connectors: { gh: [] },
    });
    expect(diffPolicies(policy, policy)).toEqual({ changes: [], undecided: [], complete: true });
    expect(diffPolicies(policy, other)).toMatchObject({
      changes: [{ witness: { action: "x" } }],
      complete: true,
    });
  });

  it("is a change where a call is found by trying", () => {
    const none = shortPolicy({ connectors: { gh: [] } });
    const { changes } = diffPolicies(none, shortPolicy(opaque("/^gh\\.(a|b)\\1$/")));
    expect(changes.map(({ witness }) => `${witness.connector}.${witness.action}`)).toEqual([
      "gh.aa",
    ]);
    expect(changes[0]?.region.conditions).toEqual(["the path matches `/^gh\\.(a|b)\\1$/`"]);
    const half = diffPolicies(shortPolicy({}), shortPolicy({ project: ["block /(\\d)\\.\\1/"] }));
    expect(half.changes).toMatchObject([
      { connector: null, witness: { connector: "0", action: "0" } },
    ]);
  });

  it("is compared exactly where its few words are to be written out", () => {
    const rule = (condition: string): Policy =>
      shortPolicy({ project: [`block * a=${condition}`] });
    const back = rule("/^(a|b)\\1$/");
    const budget = { writesOutReferences: true };
    const same = rule("/^(aa|bb)$/");
    expect(diffPolicies(back, same).undecided).toHaveLength(2);
    expect(diffPolicies(back, same, budget)).toEqual({
      changes: [],
      undecided: [],
      complete: true,
    });
    expect(diffPolicies(back, same).undecided).toHaveLength(2);
    const { changes, complete } = diffPolicies(back, rule("/^(aa|bb|ab)$/"), budget);
    expect(complete).toBe(true);
    expect(changes.map(({ witness, to }) => [witness.args, to.effect])).toEqual([
      [{ a: "ab" }, "block"],
    ]);
    const { undecided } = diffPolicies(rule("/^(a+)\\1$/"), rule("/^(aa)+$/"), budget);
    expect(undecided.map(({ reason }) => reason)).toContain(
      "`/^(a+)\\1$/` cannot be compared with other patterns, it refers back to a group",
    );
  });

  it("has a witness when the arguments alone are opaque", () => {
    const rule = (condition: string): Policy => shortPolicy({ project: [`block * ${condition}`] });
    const diff = diffPolicies(rule("a=/^(x)\\1$/"), rule("a=/^(y|z)\\1$/"));
    expect(diff.changes.map(({ witness, to }) => [witness.args, to.effect])).toEqual([
      [{ a: "yy" }, "block"],
      [{ a: "xx" }, "always_run"],
    ]);
  });
});

describe("policies of which the most restrictive rule decides", () => {
  it("are compared as text", () => {
    const denies = (policy: Policy): Policy => ({ ...policy, combining: "deny-overrides" });
    expect(diffPolicies(denies(base), denies(base)).complete).toBe(true);
    expect(diffPolicies(denies(base), head)).toMatchObject({ changes: [], complete: false });
    expect(diffPolicies(base, denies(head)).undecided[0]?.reason).toBe(
      "rules of which the most restrictive decides are not compared call by call",
    );
  });
});

describe("a platform connector that the file names and loses", () => {
  it("is refused", () => {
    const policies = [{ match: "x", action: "block", conditions: [{ arg: "a", match: "/a/q" }] }];
    const connector = { slug: "computer", provider: "http", base_url: "https://example.com" };
    const [named, unnamed] = [[{ ...connector, policies }], []].map(
      (connectors) => policyFromObject({ kortix_version: 2, connectors }).value ?? absentPolicy,
    );
    const { changes } = diffPolicies(unnamed ?? base, named ?? base);
    expect(changes).toMatchObject([{ connector: "computer", to: { effect: "denied" } }]);
  });
});

describe("a missing manifest", () => {
  it("denies every call", () => {
    const { changes, complete } = diffPolicies(
      absentPolicy,
      shortPolicy({ connectors: { gh: ["hold x"] } }),
    );
    expect(complete).toBe(true);
    expect(changes.map(({ connector, from, to }) => [connector, from.effect, to.effect])).toEqual([
      ...["computer"].map((slug) => [slug, "denied", "always_run"]),
      ["gh", "denied", "require_approval"],
      ["gh", "denied", "always_run"],
      ...["kortix_email", "kortix_slack", "kortix_teams"].map((slug) => [
        slug,
        "denied",
        "always_run",
      ]),
    ]);
  });

  it("differs from a policy half for any connector", () => {
    const { changes } = diffPolicies(absentPolicy, shortPolicy({ project: ["hold gh.x"] }));
    expect(changes.filter(({ connector }) => connector === null)).toMatchObject([
      { from: { source: "connector_not_found" }, to: { effect: "require_approval" } },
      { to: { effect: "always_run", source: "allow_all" } },
    ]);
  });
});

function more(count: number): string {
  return `${count} more combinations with rules of the base were not looked at one by one`;
}

const gh = { gh: [] };

function manyRules(action: string, count = 60): Policy {
  const rules = Array.from(
    { length: count },
    (_, index) => `${action} gh.*x${index}y* a=/^b${index}$/`,
  );
  return shortPolicy({ project: rules, connectors: { gh: [] } });
}
