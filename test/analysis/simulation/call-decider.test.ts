import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallDecision, decideCall } from "../../../src/analysis/masked/decide-call.ts";
import { CallDecider } from "../../../src/analysis/simulation/call-decider.ts";
import type { SavedCall } from "../../../src/analysis/simulation/saved-call.ts";
import type { Call } from "../../../src/policy/call.ts";
import { CompiledCases } from "../compiled/compiled-check.ts";
import { policyOf } from "../literal-policy.ts";

const saved = (call: Call): SavedCall => ({ kind: "call", call, count: 1, file: "", line: 1 });

const plain = ({ effect, source, rule, because, missing, perhaps, trace }: CallDecision) => ({
  effect,
  source,
  rule,
  because,
  missing,
  perhaps,
  trace,
});

test("each call is decided as the plain evaluator decides it, however often", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const cases = new CompiledCases(seed);
      const { policies, manifests } = cases.pair();
      const decider = new CallDecider(policies[0]);
      for (const call of [...cases.calls(manifests, 40)].flatMap((one) => [one, one])) {
        expect(plain(decider.decide(saved(call)))).toEqual(plain(decideCall(policies[0], call)));
      }
    }),
    { numRuns: 150 },
  );
});

test("more masked calls than are remembered, or longer ones, are decided all the same", () => {
  const policy = policyOf({ rules: [["a.x1", "block", { p: "1" }]] });
  const decider = new CallDecider(policy);
  const args = { p: "[redacted]" };
  for (let index = 0; index < 20_002; index += 1) {
    decider.decide(saved({ connector: "a", action: `x${index}`, args }));
  }
  const long = { connector: "a", action: "x".repeat(2_000), args };
  expect(decider.decide(saved(long)).effect).toBe("always_run");
  expect(decider.decide(saved({ connector: "a", action: "x1", args })).missing).toEqual(["p"]);
});
