import { canonicalJson } from "../../policy/canonical-json.ts";
import type { Connector } from "../../policy/connector.ts";
import type { Policy } from "../../policy/policy.ts";
import type { ConnectorChange } from "./rule-diff.ts";

/** Connectors that came, went, or go by another slug but reach the same system in the same way; by slug. */
export function connectorChanges(base: Policy, head: Policy): readonly ConnectorChange[] {
  const gone = declaredOnlyIn(base, head);
  const come = declaredOnlyIn(head, base);
  const formerSlugs = renames(gone, come);
  const renamed = new Set(formerSlugs.values());
  const changes: readonly ConnectorChange[] = [
    ...come.map(({ slug: connector, rules }): ConnectorChange => {
      const formerly = formerSlugs.get(connector);
      return formerly === undefined
        ? { kind: "added", connector, rules: rules.length }
        : { kind: "renamed", connector, formerly };
    }),
    ...gone
      .filter(({ slug }) => !renamed.has(slug))
      .map(
        ({ slug, rules }) => ({ kind: "removed", connector: slug, rules: rules.length }) as const,
      ),
  ];
  return [...changes].sort((one, other) => (one.connector < other.connector ? -1 : 1));
}

function declaredOnlyIn(policy: Policy, other: Policy): readonly Connector[] {
  return [...(policy.connectors?.values() ?? [])].filter(
    ({ slug }) => other.connectors?.has(slug) !== true,
  );
}

/** The former slug by the new one. Two connectors with one target on a side make the answer a guess: none then. */
function renames(
  gone: readonly Connector[],
  come: readonly Connector[],
): ReadonlyMap<string, string> {
  const before = slugsByTarget(gone);
  const after = slugsByTarget(come);
  return new Map(
    come.flatMap((connector) => {
      const target = targetText(connector);
      const former = before.get(target) ?? [];
      return former.length === 1 && after.get(target)?.length === 1
        ? former.map((old) => [connector.slug, old] as const)
        : [];
    }),
  );
}

function slugsByTarget(connectors: readonly Connector[]): ReadonlyMap<string, readonly string[]> {
  const slugs = new Map<string, readonly string[]>();
  for (const connector of connectors) {
    const target = targetText(connector);
    slugs.set(target, [...(slugs.get(target) ?? []), connector.slug]);
  }
  return slugs;
}

/** An account that is not given is named like the connector, so it follows a renaming. */
function targetText({ slug, target }: Connector): string {
  const { account } = target;
  const followsSlug = account === slug;
  return canonicalJson([followsSlug, followsSlug ? { ...target, account: "" } : target]);
}
