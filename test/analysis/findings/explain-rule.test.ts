import { describe, expect, it } from "vitest";
import { placedRules } from "../../../src/analysis/decision-space/placed-rules.ts";
import type { Budget } from "../../../src/analysis/diff/budget.ts";
import { explainRule, type RuleExplanation } from "../../../src/analysis/findings/explain-rule.ts";
import { connectorOf, policyOf, type ShortRule } from "../literal-policy.ts";

const stripe = connectorOf("stripe");
const off = connectorOf("gmail", { enabled: false, rules: [["send", "block"]] });

/** What is said of the last rule. */
function explained(
  rules: readonly ShortRule[],
  connectors = [stripe, off],
  budget: Budget = {},
): RuleExplanation {
  const policy = policyOf({ rules, connectors });
  const placed = placedRules({ ...policy, connectors: new Map() }).at(-1);
  if (placed === undefined) throw new Error("there is no rule");
  return explainRule(policy, placed, budget);
}

describe("a rule is explained by", () => {
  it("a call that it decides, of a connector that is on", () => {
    expect(explained([["*.send", "block"]])).toMatchObject({
      kind: "decides",
      call: { action: "send" },
    });
    expect(explained([["stripe.pay", "block"]], [stripe])).toMatchObject({
      kind: "decides",
      call: { connector: "stripe", action: "pay", args: {} },
    });
  });

  it.each<readonly [string, readonly ShortRule[]]>([
    ["its expression does not compile", [["/(/", "block"]]],
    ["no arguments satisfy all of its conditions", [["stripe.*", "block", { a: "x", "!a": "x" }]]],
    ["it matches no call of a connector that is there", [["notion.*", "block"]]],
    ["every connector that it matches is switched off", [["gmail.*", "block"]]],
    [
      "`stripe.*` (project:0, run) decides every call that it matches",
      [
        ["stripe.*", "always_run"],
        ["stripe.pay", "always_run"],
      ],
    ],
    [
      "it decides calls of connectors only that are switched off",
      [
        ["stripe.*", "always_run"],
        ["/^(stripe|gmail)\\.pay$/", "block"],
      ],
    ],
  ])("why it decides nothing: %s", (why, rules) => {
    expect(explained(rules)).toMatchObject({ kind: "never", why });
  });

  it("a call that is decided otherwise", () => {
    const rules: readonly ShortRule[] = [
      ["stripe.*", "always_run"],
      ["stripe.pay", "block"],
    ];
    expect(explained(rules)).toMatchObject({ otherwise: { connector: "stripe", action: "pay" } });
  });

  it("that nothing is known within the limits", () => {
    const rules: readonly ShortRule[] = [["stripe.*", "block", { a: "x*", "!a": "*y" }]];
    expect(explained(rules, [stripe], { steps: 1 })).toMatchObject({ kind: "unknown" });
    const opaque: readonly ShortRule[] = [["stripe.*", "block", { a: "/^(.{9,})\\1!$/" }]];
    expect(explained(opaque)).toMatchObject({ kind: "unknown" });
  });
});
