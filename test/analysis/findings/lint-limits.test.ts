import { describe, expect, it } from "vitest";
import { lint } from "../../../src/analysis/findings/lint.ts";
import { policyOf } from "../literal-policy.ts";

const policy = policyOf({
  rules: [
    ["stripe.*", "require_approval"],
    ["stripe.delete_*", "block"],
  ],
});

describe("what could not be looked at", () => {
  it.each([
    ["nothing can be", { steps: 1 }],
    ["the time is up", { steps: 50_000_000, expired: () => true, automatonStates: 2 }],
  ])("is named, and is no error: %s", (_, budget) => {
    const findings = lint(policy, new Map(), budget);
    expect(findings.map(({ severity }) => severity)).not.toContain("error");
    expect(findings.length).toBeGreaterThan(0);
  });

  it("is everything where rules have no order", () => {
    expect(lint({ ...policy, combining: "deny-overrides" })).toMatchObject([
      { id: "lint-unfinished", severity: "info" },
    ]);
  });

  it("leaves out no answer whatever the steps", () => {
    for (const steps of [10, 100, 1000, 10_000, 20_000, 40_000, 80_000, 160_000]) {
      const ids = lint(policy, new Map(), { steps }).map(({ id }) => id);
      expect(
        ids.some((id) => ["rule-overruled", "rule-undecided", "lint-unfinished"].includes(id)),
      ).toBe(true);
    }
  });
});
