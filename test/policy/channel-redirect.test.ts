import { describe, expect, it } from "vitest";
import { diffPolicies } from "../../src/analysis/diff/diff-policies.ts";
import { simulate } from "../../src/analysis/simulation/simulate.ts";
import { redirectedSlugs } from "../../src/policy/channel-redirect.ts";
import { readPolicy } from "../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../src/policy/evaluate.ts";
import type { Policy } from "../../src/policy/policy.ts";

const channel = "  - { slug: kortix_slack, provider: channel, platform: slack";
const own = "  - { slug: slack, provider: pipedream, app: slack";
const send = { connector: "slack", action: "send_message", args: {} };

function policyOf(rules: readonly string[], connectors: readonly string[]): Policy {
  const { value } = readPolicy(
    [
      "kortix_version: 2",
      "policies:",
      ...rules.map((rule) => `  - ${rule}`),
      "connectors:",
      ...connectors,
    ].join("\n"),
  );
  if (value === undefined) throw new Error("the manifest is not read");
  return value;
}

const blocked = "{ match: kortix_slack.*, action: block }";
const oldNameHeld = "{ match: slack.*, action: require_approval }";

describe("a call under the old name of a channel", () => {
  it.each([
    ["is decided as the channel's", [blocked], [`${channel} }`], send, "block", "project"],
    [
      "is not what a rule on the old name sees",
      [oldNameHeld],
      [`${channel} }`],
      send,
      "always_run",
      "allow_all",
    ],
    [
      "meets the channel's own rules",
      [],
      [`${channel}, policies: [{ match: send_*, action: block }] }`],
      send,
      "block",
      "connector",
    ],
    [
      "is held where the channel is sensitive",
      [],
      [`${channel}, sensitive: true }`],
      send,
      "require_approval",
      "risk_default",
    ],
    [
      "goes there also where the old name is declared",
      [blocked],
      [`${channel} }`, `${own} }`],
      send,
      "block",
      "project",
    ],
    [
      "goes there also where the old name is switched off",
      [blocked],
      [`${channel} }`, `${own}, enabled: false }`],
      send,
      "block",
      "project",
    ],
    [
      "stays where the channel is switched off",
      [blocked, oldNameHeld],
      [`${channel}, enabled: false }`, `${own} }`],
      send,
      "require_approval",
      "project",
    ],
    [
      "stays where the channel is not declared",
      [blocked, oldNameHeld],
      [`${own} }`],
      send,
      "require_approval",
      "project",
    ],
    [
      "reaches nothing where neither is declared",
      [blocked],
      ["  - { slug: gmail, provider: pipedream, app: gmail }"],
      send,
      "denied",
      "connector_not_found",
    ],
    [
      "stays for an action that the channel has not",
      [blocked, oldNameHeld],
      [`${channel} }`, `${own} }`],
      { ...send, action: "archive" },
      "require_approval",
      "project",
    ],
    [
      "stays for an action in another case",
      [blocked, oldNameHeld],
      [`${channel} }`, `${own} }`],
      { ...send, action: "Send_Message" },
      "require_approval",
      "project",
    ],
    [
      "goes to the email channel by its actions",
      ["{ match: kortix_email.*, action: block }"],
      ["  - { slug: kortix_email, provider: channel, platform: email }"],
      { connector: "email", action: "reply_message", args: {} },
      "block",
      "project",
    ],
    [
      "is none for a channel without an old name",
      ["{ match: kortix_teams.*, action: block }"],
      ["  - { slug: kortix_teams, provider: channel, platform: teams }"],
      { connector: "teams", action: "get_team", args: {} },
      "denied",
      "connector_not_found",
    ],
  ] as const)("%s", (_, rules, connectors, call, effect, source) => {
    const decision = evaluate(policyOf(rules, connectors), call);
    expect([decision.effect, decision.source]).toEqual([effect, source]);
    expect(decision.trace.filter(({ outcome }) => outcome === "decides")).toHaveLength(1);
  });

  it("says so in its trace, and names the rule by the connector that it stands in", () => {
    const policy = policyOf([], [`${channel}, policies: [{ match: send_*, action: block }] }`]);
    const { rule, trace } = evaluate(policy, send);
    expect(rule).toMatchObject({ connector: "kortix_slack", match: "send_*" });
    expect(trace.map(({ because }) => because)).toContain(
      "`slack` is the old name of `kortix_slack`, which is declared and enabled",
    );
    expect(trace.find(({ outcome }) => outcome === "decides")?.rule).toEqual(rule);
  });

  it("is replayed as it is decided, whatever the number of names", () => {
    const base = policyOf([oldNameHeld], [`${channel} }`, `${own} }`]);
    const head = policyOf([blocked, oldNameHeld], [`${channel} }`, `${own} }`]);
    const calls = Array.from({ length: 200 }, (_, index) => ({ ...send, action: `a${index}` }));
    const { changed, groups } = simulate(base, head, [...calls, send, send]);
    expect(changed.calls).toBe(2);
    expect(groups).toMatchObject([{ from: { effect: "always_run" }, to: { effect: "block" } }]);
  });
});

describe("the comparison of all calls", () => {
  const both = [`${channel} }`, `${own} }`];

  it("takes redirected calls for the channel's", () => {
    const { changes, complete } = diffPolicies(
      policyOf([], both),
      policyOf(
        ["{ match: slack.send_message, action: block }", "{ match: slack.archive, action: block }"],
        both,
      ),
    );
    expect(complete).toBe(true);
    const actions = changes.map(({ witness }) => witness.action);
    // No pattern tells case apart, but the platform's list of actions does.
    expect(actions.map((action) => action.toLowerCase()).sort()).toEqual([
      "archive",
      "send_message",
    ]);
    expect(actions).not.toContain("send_message");
  });

  it("does not compare calls that are redirected on one side alone, and says so", () => {
    const { undecided, complete } = diffPolicies(policyOf([], both), policyOf([], [`${own} }`]));
    expect(complete).toBe(false);
    expect(undecided).toMatchObject([
      {
        connector: "slack",
        reason:
          "`slack` is the old name of a channel that only one side declares: calls of the channel's actions go there",
      },
    ]);
  });

  it("holds for a policy half beside it as well", () => {
    const half = readPolicy(
      "kortix_version: 2\npolicies:\n  - {match: slack.send_message, action: block}\n",
    ).value;
    const whole = policyOf([], [`${channel} }`]);
    expect(redirectedSlugs(whole)).toEqual(["slack"]);
    const { undecided } = diffPolicies(half as Policy, whole);
    expect(undecided.map(({ connector }) => connector)).toEqual(["slack"]);
  });
});
