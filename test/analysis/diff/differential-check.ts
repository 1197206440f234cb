import type { Change, PolicyDiff } from "../../../src/analysis/diff/change.ts";
import type { Call } from "../../../src/policy/call.ts";
import type { Decision } from "../../../src/policy/decision.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import { type Policy, platformManagedSlugs } from "../../../src/policy/policy.ts";

/** What a diff says wrongly about some calls, in words; nothing when it is right about all of them. */
export function mistakes(
  [base, head]: readonly [Policy, Policy],
  diff: PolicyDiff,
  calls: Iterable<Call>,
): readonly string[] {
  const wrong: string[] = [];
  const listed = new Map(
    diff.changes.flatMap((change) => change.risks.map((risk) => [keyOf(change, risk), change])),
  );
  for (const change of diff.changes) {
    for (const risk of change.risks) {
      const witness = { ...change.witness, risk };
      const key = keyOf(
        {
          connector: change.connector,
          from: evaluate(base, witness),
          to: evaluate(head, witness),
        },
        risk,
      );
      if (key !== keyOf(change, risk)) {
        wrong.push(`witness of ${keyOf(change, risk)} is ${key}: ${JSON.stringify(witness)}`);
      }
    }
  }
  const open = new Set(diff.undecided.map((one) => one.connector));
  for (const call of calls) {
    const [from, to] = [evaluate(base, call), evaluate(head, call)];
    const connector = groupOf([base, head], call.connector);
    const key = keyOf({ connector, from, to }, call.risk);
    const differs = from.effect !== to.effect;
    if (from.effect === "indeterminate" || to.effect === "indeterminate") {
      continue;
    }
    if (differs && !listed.has(key) && !open.has(connector)) {
      wrong.push(`missed ${key}: ${JSON.stringify(call)}`);
    }
    if (!differs && listed.has(key)) {
      wrong.push(`not constant ${key}: ${JSON.stringify(call)}`);
    }
  }
  return wrong;
}

interface Sides {
  readonly connector: string | null;
  readonly from: Pick<Decision, "effect" | "source" | "rule"> | Change["from"];
  readonly to: Pick<Decision, "effect" | "source" | "rule"> | Change["to"];
}

function keyOf({ connector, from, to }: Sides, risk: string | undefined): string {
  const side = ({ effect, source, rule }: Sides["from"]): string =>
    `${effect} ${source} ${rule?.layer} ${rule?.index}`;
  return `${connector} | ${side(from)} | ${side(to)} | ${risk}`;
}

/** The connector as a diff of the policies speaks of it. */
function groupOf(policies: readonly Policy[], slug: string): string | null {
  const halves = policies.filter((policy) => policy.connectors === undefined).length;
  const declared = policies.some((policy) => policy.connectors?.has(slug) === true);
  const managed = halves < policies.length && platformManagedSlugs.some((one) => one === slug);
  return halves === 0 || declared || managed ? slug : null;
}
