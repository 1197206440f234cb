import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placedRules } from "../../../src/analysis/decision-space/placed-rules.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import type { Finding } from "../../../src/analysis/findings/finding.ts";
import { FindingContext } from "../../../src/analysis/findings/finding-context.ts";
import { lint } from "../../../src/analysis/findings/lint.ts";
import { switchedOn } from "../../../src/analysis/findings/switched-on.ts";
import type { RuleReference } from "../../../src/policy/decision.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import type { Rule } from "../../../src/policy/rule.ts";
import { PolicyGenerator, policyOf } from "../diff/random-policies.ts";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

/** Kinds that say of a rule, or of all related ones, that it never decides. */
const neverDecides = new Set([
  "rule-overruled",
  "rule-covered",
  "guard-matches-nothing",
  "rule-matches-nothing",
]);
const othersNeverDecide = new Set(["catch-all-overrules", "connector-layer-overruled"]);

describe("whatever the policy", () => {
  it("no rule that is said never to decide decides a call", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const generator = new PolicyGenerator(seed);
        const manifest = generator.manifest();
        const policy = policyOf(manifest);
        const dead = new Set(lint(policy).flatMap(deadRules).map(key));
        for (let count = 0; count < 40; count += 1) {
          const call = generator.call([manifest]);
          // Names of actions hold no line break.
          if (/[\n\r\u2028\u2029]/.test(call.action)) continue;
          const { rule } = evaluate(policy, call);
          expect(rule === undefined ? undefined : dead.has(key(rule))).not.toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("no decision changes when a rule is taken out that is said to change nothing or to be covered", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const policy = switchedOn(policyOf(new PolicyGenerator(seed).manifest()));
        const names = { actionCharacters: { ranges: [[0x20, 0x7e]] } } as const;
        for (const { id, rule } of lint(policy, new Map(), names)) {
          if (rule === undefined || !["rule-without-effect", "rule-covered"].includes(id)) continue;
          const { changes, complete } = diffPolicies(policy, without(policy, rule), names);
          expect({ changes, complete }).toEqual({ changes: [], complete: true });
        }
      }),
      { numRuns: 100 },
    );
  });

  it("no decision changes when the conditions are taken out that are said to leave no call out", () => {
    let met = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const policy = switchedOn(policyOf(new PolicyGenerator(seed).manifest()));
        const context = new FindingContext(policy, new Map(), {});
        for (const { rule, reference } of placedRules(policy)) {
          const idle = context.idleConditions(rule);
          if (idle.length === 0) continue;
          met += 1;
          const conditions = rule.conditions.filter((one) => !idle.includes(one));
          const { changes, complete } = diffPolicies(
            policy,
            without(policy, reference, { ...rule, conditions }),
          );
          expect({ changes, complete }).toEqual({ changes: [], complete: true });
        }
      }),
      { numRuns: 150 },
    );
    expect(met).toBeGreaterThan(0);
  });

  it("a witness of an overruled rule is decided by another rule, otherwise", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const policy = switchedOn(policyOf(new PolicyGenerator(seed).manifest()));
        for (const { id, rule, witness } of lint(policy)) {
          if (id !== "rule-overruled") continue;
          const placed = placedRules(policy).find(({ reference }) => same(reference, rule));
          const decision = witness && evaluate(policy, witness);
          expect(decision?.effect).toBeDefined();
          expect(decision?.effect).not.toBe(placed?.rule.effect);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("the answer is the same each time, and one with opaque patterns is an answer too", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const policy = policyOf(new PolicyGenerator(seed, true).manifest());
        expect(lint(policy, new Map(), { all: true })).toEqual(
          lint(policy, new Map(), { all: true }),
        );
      }),
      { numRuns: 30 },
    );
  });
});

function deadRules({ id, rule, related = [] }: Finding): readonly RuleReference[] {
  if (othersNeverDecide.has(id)) return related;
  return neverDecides.has(id) && rule !== undefined ? [rule] : [];
}

function key({ layer, connector, index }: RuleReference): string {
  return `${layer} ${connector} ${index}`;
}

function same(one: RuleReference, other: RuleReference | undefined): boolean {
  return other !== undefined && key(one) === key(other);
}

/** The policy without a rule, or with another in its place. */
function without(policy: Policy, reference: RuleReference, instead?: Rule): Policy {
  const kept = (rules: readonly Rule[]): readonly Rule[] =>
    rules
      .flatMap((rule) => (rule.index === reference.index ? (instead ?? []) : rule))
      .map((rule, index) => ({ ...rule, index }));
  if (reference.layer === "project") return { ...policy, rules: kept(policy.rules) };
  const connectors = new Map(policy.connectors);
  const connector = connectors.get(String(reference.connector));
  if (connector === undefined) throw new Error("a finding about a connector that is not there");
  return {
    ...policy,
    connectors: connectors.set(connector.slug, { ...connector, rules: kept(connector.rules) }),
  };
}
