import { describe, expect, it } from "vitest";
import { proveRule, unreachable } from "../../../src/analysis/decision-space/reachability.ts";
import { redundant } from "../../../src/analysis/decision-space/redundancy.ts";
import { RuleProver } from "../../../src/analysis/decision-space/rule-prover.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import type { RuleReference } from "../../../src/policy/decision.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { type ShortPolicy, shortPolicy } from "../diff/manifest-text.ts";
import { PolicyGenerator, policyOf } from "../diff/random-policies.ts";

const gh = { gh: [] };

describe("a rule that never decides", () => {
  it.each<readonly [string, ShortPolicy, unknown]>([
    [
      "has one rule before it that does it all",
      { project: ["run gh.x", "hold gh.*", "block gh.delete_*"], connectors: gh },
      [["gh.delete_*", "shadowed", ["gh.*"]]],
    ],
    [
      "has several rules before it, of which none is superfluous",
      {
        project: [
          "run gh.x",
          "hold gh.d* a=*",
          "run gh.z",
          "block gh.d* a!=*",
          "block gh.delete_*",
        ],
        connectors: gh,
      },
      [["gh.delete_*", "shadowed", ["gh.d*", "gh.d*"]]],
    ],
    [
      "is in the shadow of project rules, in its connector",
      { project: ["run gh.*"], connectors: { gh: ["block x", "hold y"] } },
      [
        ["x", "shadowed", ["gh.*"]],
        ["y", "shadowed", ["gh.*"]],
      ],
    ],
    ["does not compile", { project: ["block /[/"], connectors: gh }, [["/[/", "dead-pattern", []]]],
    [
      "contradicts itself",
      { project: ["block gh.* a=x a!=x"], connectors: gh },
      [["gh.*", "contradictory-conditions", []]],
    ],
    [
      "asks for values that exclude each other",
      { project: ["block gh.* a=x a.b=y"], connectors: gh },
      [["gh.*", "contradictory-conditions", []]],
    ],
    [
      "speaks of a connector that is not there",
      { project: ["block stripe.*", "run *.x"], connectors: gh },
      [["stripe.*", "no-path", []]],
    ],
    [
      "speaks of an action without a name",
      { project: ["block gh."], connectors: gh },
      [["gh.", "no-path", []]],
    ],
    [
      "belongs to a connector that is switched off",
      { connectors: { gh: ["disabled", "block x"] } },
      [["x", "no-path", []]],
    ],
  ])("%s", (_, short, expected) => {
    const policy = shortPolicy(short);
    const { rules, undecided } = unreachable(policy);
    expect(
      rules.map(({ rule, because, blockers }) => [
        rule.match,
        because,
        blockers.map(({ match }) => match),
      ]),
    ).toEqual(expected);
    expect(undecided).toEqual([]);
    expect(
      redundant(policy).rules.filter((one) => rules.some(({ rule }) => sameRule(rule, one))),
    ).toEqual([]);
  });

  it("is not one that decides a call, which can be shown", () => {
    const policy = shortPolicy({ project: ["hold gh.* a=*", "block *.d* a=/^x/"], connectors: gh });
    const [, rule] = policy.rules;
    const proof = rule === undefined ? undefined : proveRule(policy, rule);
    expect(proof?.kind).toBe("decides");
    expect(proof?.kind === "decides" && evaluate(policy, proof.call)).toMatchObject({
      effect: "block",
      rule: { index: 1 },
    });
    expect(unreachable(shortPolicy({ project: ["block gh.*"] })).rules).toEqual([]);
  });
});

describe("some of the rules before a rule", () => {
  it("leave it nothing, or they do not", () => {
    const policy = shortPolicy({
      project: ["hold gh.d* a=*", "block gh.d* a!=*", "run gh.del"],
      connectors: gh,
    });
    const [first, second, third] = policy.rules;
    if (first === undefined || second === undefined || third === undefined) {
      throw new Error("a rule was dropped");
    }
    const prover = new RuleProver(policy, {});
    expect(prover.isLeftNothing(third, new Set([first]))).toBe(false);
    expect(prover.isLeftNothing(third, new Set([first, second]))).toBe(true);
  });
});

describe("a redundant rule", () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      "says what a later rule says anyhow",
      ["block gh.delete_*", "hold gh.x", "block gh.*"],
      ["gh.delete_*"],
    ],
    ["says what the default says anyhow", ["run gh.x", "block gh.y"], ["gh.x"]],
    ["is not one that holds off a later rule", ["run gh.x", "block gh.*"], []],
    [
      "is one of two that stand in for each other",
      ["block gh.x a=*", "block gh.x a=/./", "block gh.x"],
      ["gh.x", "gh.x"].slice(0, 1),
    ],
  ])("%s", (_, project, expected) => {
    const { rules, undecided } = redundant(shortPolicy({ project, connectors: gh }));
    expect(rules.map(({ match }) => match)).toEqual(expected);
    expect(undecided).toEqual([]);
  });
});

describe("what cannot be proved", () => {
  it("is undecided, with the reason", () => {
    const policy = shortPolicy({
      project: [
        "hold /^gh\\.(a|b)\\1\\1\\1\\1\\1\\1$/",
        "hold gh.(*)",
        "block /^gh\\.(a|b)\\1$/ a=/(z)\\1{9}/",
      ],
      connectors: gh,
    });
    const { undecided } = unreachable(policy);
    expect(undecided.map(({ rule }) => rule.index)).toEqual([0, 2]);
    expect(undecided[0]?.because).toBe(
      "`/^gh\\.(a|b)\\1\\1\\1\\1\\1\\1$/` cannot be compared with other patterns",
    );
    expect(redundant(policy).undecided.map(({ rule }) => rule.index)).toContain(0);
  });

  it("is what comes after the budget is spent", () => {
    const policy = shortPolicy({
      project: ["block gh.*", "run gh.x", "run /^gh\\.y/"],
      connectors: { gh: ["block z"] },
    });
    const spent = { steps: 10 };
    const because = "it takes more than 10 steps";
    expect(unreachable(policy, spent).undecided.map((one) => one.because)).toEqual(
      Array(4).fill(because),
    );
    expect(redundant(policy, spent).undecided.map((one) => one.because)).toEqual(
      Array(4).fill(because),
    );
    const rule = policy.rules[0];
    expect(rule && proveRule(policy, rule, spent)).toEqual({ kind: "unknown", because });
    expect(unreachable(policy, { steps: 6000 }).undecided).not.toEqual([]);
  });
});

describe("random policies", () => {
  it("are decided alike without a rule exactly when it is unreachable or redundant", () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const generator = new PolicyGenerator(seed);
      const policy = policyOf(generator.manifest());
      const { rules } = unreachable(policy);
      const superfluous = [...rules.map(({ rule }) => rule), ...redundant(policy).rules];
      for (const reference of allRules(policy)) {
        const { changes } = diffPolicies(policy, without(policy, reference));
        const found = superfluous.some((one) => sameRule(one, reference));
        expect(changes.length === 0, `seed ${seed} ${JSON.stringify(reference)}`).toBe(found);
      }
    }
  }, 60_000);
});

function allRules(policy: Policy): readonly Pick<RuleReference, "layer" | "connector" | "index">[] {
  const own = [...(policy.connectors ?? [])].flatMap(([connector, { rules }]) =>
    rules.map(({ layer, index }) => ({ layer, connector, index })),
  );
  return [...policy.rules.map(({ layer, index }) => ({ layer, index })), ...own];
}

function sameRule(
  one: Pick<RuleReference, "layer" | "connector" | "index">,
  other: typeof one,
): boolean {
  return (
    one.layer === other.layer && one.connector === other.connector && one.index === other.index
  );
}

function without(
  policy: Policy,
  { layer, connector, index }: Pick<RuleReference, "layer" | "connector" | "index">,
): Policy {
  if (layer === "project") {
    return { ...policy, rules: policy.rules.filter((rule) => rule.index !== index) };
  }
  const connectors = new Map(policy.connectors);
  const known = connectors.get(connector ?? "");
  if (known !== undefined) {
    connectors.set(known.slug, {
      ...known,
      rules: known.rules.filter((rule) => rule.index !== index),
    });
  }
  return { ...policy, connectors };
}
