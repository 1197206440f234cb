import { describe, expect, it } from "vitest";
import type { Budget } from "../../../src/analysis/diff/budget.ts";
import type { PolicyDiff } from "../../../src/analysis/diff/change.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { mistakes } from "./differential-check.ts";
import { PolicyGenerator, policyOf } from "./random-policies.ts";

const budgets: Record<string, Budget> = {
  "the usual budget": {},
  "hardly any steps": { steps: 20_000 },
  "hardly any pairs": { pairs: 1 },
  "hardly any classes listed": { listedChanges: 1 },
  "tiny automata": { automatonStates: 3, automatonFormulas: 2 },
  "tiny searches": { actionStates: 2, argumentStates: 2, assignments: 2, branches: 1 },
};

describe.each(Object.entries(budgets))("with %s, random policies", (name, budget) => {
  it("are compared as `evaluate` decides random calls", () => {
    const rounds = name === "the usual budget" ? 80 : 20;
    for (let seed = 1; seed <= rounds; seed += 1) {
      const generator = new PolicyGenerator(seed, seed % 4 === 0);
      const base = generator.manifest();
      const head = generator.random() < 0.7 ? generator.edited(base) : generator.manifest();
      const policies = [policyOf(base), policyOf(head)] as const;
      const diff = diffPolicies(...policies, budget);
      const listed = diff.changes.map(({ connector, from, to }) =>
        JSON.stringify([connector, from, to]),
      );
      expect(new Set(listed).size, `seed ${seed} lists a class twice`).toBe(listed.length);
      for (const { identity } of [...diff.changes, ...diff.undecided]) {
        expect(identity, `seed ${seed}`).toMatch(/^[0-9a-f]{64}$/);
      }
      const calls = Array.from({ length: 40 }, () => generator.call([base, head]));
      expect(mistakes(policies, diff, calls), `seed ${seed}`).toEqual([]);
    }
  }, 60_000);
});

describe("the identities of a connector's changes", () => {
  it.each([
    ["are the same exactly when the two changes do the same", {}],
    ["made of rules alone are never the same when the two changes differ", { identityStates: 1 }],
    ["of what was not compared are never the same when the two changes differ", { steps: 20_000 }],
  ] as const)(
    "%s",
    (_, budget) => {
      const exact = Object.keys(budget).length === 0;
      for (let seed = 1; seed <= 50; seed += 1) {
        const generator = new PolicyGenerator(seed);
        const base = generator.manifest();
        const first = generator.edited(base);
        const second = generator.edited(first);
        const [before, one, other] = [base, first, second].map(policyOf);
        if (before === undefined || one === undefined || other === undefined) {
          throw new Error("a policy is missing");
        }
        const diffs = [diffPolicies(before, one, budget), diffPolicies(before, other, budget)];
        const between = diffPolicies(one, other);
        for (const connector of connectorsIn(diffs)) {
          const [mine, theirs] = diffs.map((diff) => identities(diff, connector));
          const differs = between.changes.some((change) => change.connector === connector);
          const same = mine === theirs;
          expect(same && differs, `seed ${seed}, ${connector}`).toBe(false);
          expect(exact && !same && !differs, `seed ${seed}, ${connector}`).toBe(false);
        }
      }
    },
    60_000,
  );
});

function connectorsIn(diffs: readonly PolicyDiff[]): ReadonlySet<string | null> {
  return new Set(
    diffs.flatMap((diff) => [...diff.changes, ...diff.undecided].map((one) => one.connector)),
  );
}

function identities({ changes, undecided }: PolicyDiff, connector: string | null): string {
  const found = [...changes, ...undecided]
    .filter((one) => one.connector === connector)
    .map((one) => one.identity);
  return [...new Set(found)].sort().join();
}
